import { spawnSync } from "node:child_process";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { hasRedis, startRedis } from "@storefront/test-support/redis";
import { sandboxedVariables } from "~tools/demo/storefront-process";
import { SERVER_BUILD } from "../support/built";
import { ROOT, textOf } from "../support/deployed";
import { carryOut, commandsOf, SYSTEMD_RUN } from "../support/runbook";

/** `npm run purchases`, which is a command of the build (docs/operations.md, "Stopping purchases"). */

const folder = freshFolder("purchases-command");
afterAll(() => rmSync(folder, { recursive: true }));

function purchases(args: readonly string[], variables: Record<string, string> = {}) {
  const storefront = sandboxedVariables({ port: 1, sandboxUrl: "http://127.0.0.1:1" });
  const env = {
    PATH: process.env.PATH ?? "",
    ...storefront,
    NODE_ENV: "production" as const,
    DATA_DIR: folder,
    ...variables,
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, [SERVER_BUILD, "purchases", ...args], {
    env,
    encoding: "utf8",
  });
  return { status, printed: stdout.trim(), error: stderr.trim() };
}

test("it writes and removes the file, without opening the store beside it", () => {
  expect(purchases(["off", "Back soon"])).toMatchObject({
    status: 0,
    printed: `purchases: off {"all":"Back soon"}, in ${folder}`,
  });
  expect(readdirSync(folder)).toEqual(["purchases-off"]);
  expect(purchases(["on"])).toMatchObject({ status: 0, printed: `purchases: on, in ${folder}` });
  expect(readdirSync(folder)).toEqual([]);
});

test.skipIf(!hasRedis)("the commands of docs/operations.md stop purchases on Redis, and let them go on", async () => {
  const redis = await startRedis();
  const commands = [
    ...textOf("docs/operations.md").matchAll(/`((?:npm run|node build\/server\/index\.js) purchases [^`]*)`/g),
  ];
  const variables = {
    ...sandboxedVariables({ port: 1, sandboxUrl: "http://127.0.0.1:1" }),
    DATA_DIR: folder,
    REDIS_URL: redis.url,
    LOG_LEVEL: "silent",
  };
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

test("it explains itself where it is typed wrong, and where the environment is missing", () => {
  const typedWrong = purchases(["stop"]);
  expect([typedWrong.status, typedWrong.error]).toEqual([1, expect.stringContaining("usage: npm run purchases")]);
  const { status, error } = purchases(["off"], { UPSTREAM_URL: "" });
  expect([status, error]).toEqual([1, expect.stringContaining("UPSTREAM_URL: is missing")]);
});

test.skipIf(!hasRedis)("with Redis it sets the key, and fails where Redis does not answer", async () => {
  const redis = await startRedis();
  const variables = { REDIS_URL: redis.url, LOG_LEVEL: "silent" };
  expect(purchases(["off"], variables)).toMatchObject({ status: 0, printed: "purchases: off {}, in Redis" });
  expect(purchases([], variables)).toMatchObject({ status: 0, printed: "purchases: off {}, in Redis" });
  await redis.stop();
  expect(purchases(["on"], variables).status).toBe(1);
});

test.skipIf(!hasRedis)(
  "with Redis it needs nothing but REDIS_URL; a file is set with the whole environment",
  async () => {
    const redis = await startRedis();
    const run = (args: readonly string[], variables: Record<string, string>) =>
      spawnSync(process.execPath, [SERVER_BUILD, "purchases", ...args], {
        env: { PATH: process.env.PATH ?? "", NODE_ENV: "production", ...variables },
        cwd: folder,
        encoding: "utf8",
      });
    const { url: REDIS_URL } = redis;
    // Before it may be a warning about this Redis.
    const lastLine = ({ stdout }: { stdout: string }) => stdout.trim().split("\n").at(-1);
    expect(lastLine(run(["off", "Back soon"], { REDIS_URL }))).toBe('purchases: off {"all":"Back soon"}, in Redis');
    expect(lastLine(run(["on"], { REDIS_URL }))).toBe("purchases: on, in Redis");
    expect(run(["off"], {})).toMatchObject({ status: 1, stderr: expect.stringContaining("PUBLIC_ORIGIN") as string });
    await redis.stop();
  },
);
