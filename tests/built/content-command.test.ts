import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { sandboxedVariables } from "~tools/demo/storefront-process";
import { runCommand } from "../support/built";
import { ROOT } from "../support/deployed";
import { carryOut, commandsOf, SYSTEMD_RUN } from "../support/runbook";

/** `npm run content:check`, and a start with a faulty folder (docs/operate/brand.md). */

const folder = mkdtempSync(join(tmpdir(), "storefront-content-"));
writeFileSync(join(folder, "texts.en_US.json"), '{"Home.headlin":"x","common.days":"days"}');
afterAll(() => rmSync(folder, { recursive: true }));

const FAULTS = [
  "texts.en_US.json: Home.headlin: is not a key of the texts",
  "texts.en_US.json: common.days: {{value}} is missing",
];

const contents = (variables: Record<string, string>, ...folders: string[]) =>
  runCommand(["content", ...folders], variables);
const linesOf = (text: string) => text.split("\n").map((line) => line.trim());

test("without variables the command prints the content that would be used", () => {
  const { status, printed } = contents({}, "content/example");
  expect(status).toBe(0);
  expect(linesOf(printed)).toContain("--accent (light): #7a1fa2");
  expect(contents({ CONTENT_DIR: "content/example" }).printed).toBe(printed);
});

test("with systemd the folder is installed readable for the service's user, and checked as that user", () => {
  const etc = freshFolder("content-etc");
  const [install = ""] = commandsOf("Install the folder");
  const places = { "/etc/storefront": etc, "brand/.": "content/example/.", "/opt/storefront/current": ROOT };
  const printed = carryOut(`cd '${ROOT}'\n${SYSTEMD_RUN}${install}`, places).trim();
  expect(install).toContain("--uid=storefront");
  expect(printed).toBe(contents({}, "content/example").printed);
  rmSync(etc, { recursive: true });
});

test("the command names each fault, and exits with 1", () => {
  const { status, error } = contents({}, folder);
  expect([status, linesOf(error).slice(1)]).toEqual([1, FAULTS]);
  const typedWrong = contents({});
  expect([typedWrong.status, typedWrong.error]).toEqual([
    1,
    expect.stringMatching(/^.*usage: npm run content:check.*$/),
  ]);
});

test("the storefront refuses to start with a faulty folder, with the same messages", () => {
  const variables = { ...sandboxedVariables({ port: 0, sandboxUrl: "http://127.0.0.1:1" }), DATA_DIR: folder };
  const env = { ...variables, PUBLIC_ORIGIN: "http://127.0.0.1:3000", CONTENT_DIR: folder };
  const { status, error } = runCommand([], env);
  expect([status, linesOf(error).slice(1)]).toEqual([1, FAULTS]);
});
