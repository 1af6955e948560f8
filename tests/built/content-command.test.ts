import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { sandboxedVariables } from "~tools/demo/storefront-process";
import { SERVER_BUILD } from "../support/built";
import { ROOT } from "../support/deployed";
import { carryOut, commandsOf, SYSTEMD_RUN } from "../support/runbook";

/** `npm run content:check`, and a start with a folder at fault (docs/white-label.md). */

const folder = mkdtempSync(join(tmpdir(), "storefront-content-"));
writeFileSync(join(folder, "texts.en_US.json"), '{"Home.headlin":"x","common.days":"days"}');
afterAll(() => rmSync(folder, { recursive: true }));

const FAULTS = [
  "texts.en_US.json: Home.headlin: is no key of the texts",
  "texts.en_US.json: common.days: {{value}} is missing",
];

function run(args: readonly string[], variables: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH ?? "", NODE_ENV: "production" as const, ...variables };
  const { status, stdout, stderr } = spawnSync(process.execPath, [SERVER_BUILD, ...args], { env, encoding: "utf8" });
  return {
    status,
    printed: stdout.trim().split("\n"),
    errors: stderr
      .trim()
      .split("\n")
      .map((line) => line.trim()),
  };
}

test("the command needs no variables: it prints what would be used", () => {
  const { status, printed } = run(["content", "content/example"]);
  expect(status).toBe(0);
  expect(printed).toContain("--accent (light): #7a1fa2");
  expect(run(["content"], { CONTENT_DIR: "content/example" }).printed).toEqual(printed);
});

test("with systemd the folder is put where its user can read it, and checked as that user", () => {
  const etc = freshFolder("content-etc");
  const [install = ""] = commandsOf("Where the folder is", "docs/white-label.md");
  const places = { "/etc/storefront": etc, "brand/.": "content/example/.", "/opt/storefront/current": ROOT };
  const printed = carryOut(`cd '${ROOT}'\n${SYSTEMD_RUN}${install}`, places).trim().split("\n");
  expect(install).toContain("--uid=storefront");
  expect(printed).toEqual(run(["content", "content/example"]).printed);
  rmSync(etc, { recursive: true });
});

test("it names each fault, and ends with 1", () => {
  const { status, errors } = run(["content", folder]);
  expect([status, errors.slice(1)]).toEqual([1, FAULTS]);
  expect(run(["content"])).toMatchObject({
    status: 1,
    errors: [expect.stringContaining("usage: npm run content:check")],
  });
});

test("a start with such a folder is refused, with the same words", () => {
  const variables = { ...sandboxedVariables({ port: 0, sandboxUrl: "http://127.0.0.1:1" }), DATA_DIR: folder };
  const { status, errors } = run([], { ...variables, PUBLIC_ORIGIN: "http://127.0.0.1:3000", CONTENT_DIR: folder });
  expect([status, errors.slice(1)]).toEqual([1, FAULTS]);
});
