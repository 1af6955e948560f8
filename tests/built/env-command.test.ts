import { expect, test } from "vitest";
import { sandboxedVariables } from "~server/demo/storefront-process";
import { textOf } from "../support/deployed";
import { carryOut } from "../support/runbook";

/** `npm run env:check`, which is a command of the build (docs/operations.md, "Before it goes live"). */

test("both ways to type it show the environment, and no secret", () => {
  const variables = sandboxedVariables({ port: 3001, sandboxUrl: "http://127.0.0.1:1" });
  const exports = Object.entries(variables).map(([name, value]) => `export ${name}='${value}'\n`);
  const [, ...commands] =
    /`(npm run env:check)`, or `(node build\/server\/index\.js env)`/.exec(textOf("docs/operations.md")) ?? [];
  expect(commands).toHaveLength(2);
  for (const command of commands) {
    const printed = carryOut(exports.join("") + command, {});
    expect(printed).toContain("\nPORT=3001\n");
    expect(printed).not.toContain(variables["SESSION_SECRET"]);
  }
});
