import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { hasRedis, startRedis } from "@storefront/test-support/redis";
import { sandboxedVariables } from "~tools/demo/storefront-process";
import { runCommand } from "../support/built";
import { ROOT } from "../support/deployed";
import { OPERATORS_GUIDE, SYSTEMD_RUN, carryOut, commandsOf } from "../support/runbook";

/** `npm run purchases` as a command of the build (docs/operate/run.md, "Stopping purchases"). */

const folder = freshFolder("purchases-command");
afterAll(() => rmSync(folder, { recursive: true }));

const STOREFRONT = { ...sandboxedVariables({ port: 1, sandboxUrl: "http://127.0.0.1:1" }), DATA_DIR: folder };
const purchases = (args: readonly string[], variables: Record<string, string> = {}) =>
  runCommand(["purchases", ...args], { ...STOREFRONT, ...variables });

test("the command writes and removes the switch file without opening the store", () => {
  expect(purchases(["off", "Back soon"])).toMatchObject({
    status: 0,
    printed: `purchases: off {"all":"Back soon"}, in ${folder}`,
  });
  expect(readdirSync(folder)).toEqual(["purchases-off"]);
  expect(purchases(["on"])).toMatchObject({ status: 0, printed: `purchases: on, in ${folder}` });
  expect(readdirSync(folder)).toEqual([]);
});

test.skipIf(!hasRedis)("the commands of the operator's guide stop and resume purchases on Redis", async () => {
  const redis = await startRedis();
  const commands = [...OPERATORS_GUIDE.matchAll(/`((?:npm run|node build\/server\/index\.js) purchases [^`]*)`/g)];
  const variables = { ...STOREFRONT, REDIS_URL: redis.url, LOG_LEVEL: "silent" };
  const exports = Object.entries(variables).map(([name, value]) => `export ${name}='${value}'\n`);
  const printed = commands.map(([, command = ""]) =>
    carryOut(exports.join("") + command, {})
      .trim()
      .split("\n")
      .at(-1),
  );
  expect(printed).toEqual([
    'purchases: off {"all":"Back at 14:00 UTC"}, in Redis',
    "purchases: on, in Redis",
    'purchases: off {"all":"…"}, in Redis',
  ]);
  const unit = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(folder, "storefront.env"), unit.join(""));
  const places = { "/opt/storefront/current": ROOT, "/etc/storefront": folder, "/var/lib/storefront": folder };
  const withUnit = commandsOf("Stopping purchases").filter((block) => block.includes("systemd-run"));
  expect(withUnit.map((command) => carryOut(SYSTEMD_RUN + command, places).trim())).toEqual(printed.slice(0, 2));
  await redis.stop();
});

test.skipIf(!hasRedis)("with Redis it needs only REDIS_URL, and fails if Redis does not answer", async () => {
  const redis = await startRedis();
  const variables = { REDIS_URL: redis.url };
  const alone = (args: readonly string[], own: Record<string, string>) => {
    const { status, printed, error } = runCommand(["purchases", ...args], own, folder);
    // The first line may be a warning about this Redis.
    return { status, printed: printed.split("\n").at(-1), error };
  };
  const backSoon = 'purchases: off {"all":"Back soon"}, in Redis';
  expect(alone(["off", "Back soon"], variables)).toMatchObject({ status: 0, printed: backSoon });
  expect(purchases([], { ...variables, LOG_LEVEL: "silent" })).toMatchObject({ status: 0, printed: backSoon });
  await redis.stop();
  expect(purchases(["on"], variables).status).toBe(1);
});

test("the command needs the complete environment to write the switch file", () => {
  const { status, error } = runCommand(["purchases", "off"], {}, folder);
  expect([status, error]).toEqual([1, expect.stringContaining("PUBLIC_ORIGIN")]);
});
