import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { sandboxedVariables } from "~tools/demo/storefront-process";
import { ROOT } from "../support/deployed";
import { OPERATORS_GUIDE, SYSTEMD_RUN, carryOut, commandsOf } from "../support/runbook";

/** `npm run env:check` as a command of the build (docs/operate/install.md, "Before it goes live"). */

test("both forms of the command show the environment without secrets", () => {
  const variables = sandboxedVariables({ port: 3001, sandboxUrl: "http://127.0.0.1:1" });
  const exports = Object.entries(variables).map(([name, value]) => `export ${name}='${value}'\n`);
  const [, ...commands] = /`(npm run env:check)`, or `(node build\/server\/index\.js env)`/.exec(OPERATORS_GUIDE) ?? [];
  expect(commands).toHaveLength(2);
  for (const command of commands) {
    const printed = carryOut(exports.join("") + command, {});
    expect(printed).toContain("\nPORT=3001\n");
    expect(printed).not.toContain(variables["SESSION_SECRET"]);
  }
});

const withUnit = commandsOf("systemd").find((block) => block.includes("systemd-run")) ?? "";

test("a command gets the variables of the systemd unit's file, in systemd's syntax", () => {
  const folder = freshFolder("env-command");
  writeFileSync(
    join(folder, "storefront.env"),
    Object.entries(sandboxedVariables({ port: 3001, sandboxUrl: "http://127.0.0.1:1" }))
      .map(([name, value]) => `${name}=${value}\n`)
      .join(""),
  );
  const places = { "/opt/storefront/current": ROOT, "/etc/storefront": folder, "/var/lib/storefront": folder };
  const printed = carryOut(SYSTEMD_RUN + withUnit, places);
  expect(printed).toContain("\nPORT=3001\n");
  expect(printed).toContain(`\nDATA_DIR=${folder}\n`);
  rmSync(folder, { recursive: true });
});

const HAS_SYSTEMD = spawnSync("systemd-run", ["--version"]).status === 0;

test.skipIf(!HAS_SYSTEMD)("systemd-run knows the options of the documented command", () => {
  const options = withUnit.slice(withUnit.indexOf("systemd-run"), withUnit.indexOf(" node "));
  const { stderr } = spawnSync("bash", ["-c", `${options} --version`], { encoding: "utf8" });
  expect(stderr).toBe("");
});
