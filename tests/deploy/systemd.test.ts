import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { textOf } from "../support/deployed";

const HAS_SYSTEMD = spawnSync("systemd-analyze", ["--version"]).status === 0;

/** As an instance, with this machine's node: systemd looks whether the program is there. */
function unitFile(): string {
  const path = join(freshFolder("storefront-unit"), "storefront@3001.service");
  const text = textOf("deploy/systemd/storefront@.service").replaceAll("/usr/bin/node", process.execPath);
  writeFileSync(path, text);
  return path;
}

test.skipIf(!HAS_SYSTEMD)("systemd understands every line of the unit", () => {
  const { status, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", unitFile()], { encoding: "utf8" });
  // Of this unit alone: others of the machine may be wrong.
  const messages = stderr.split("\n").filter((line) => line.includes("storefront"));
  expect({ status, messages }).toEqual({ status: 0, messages: [] });
});

test.skipIf(!HAS_SYSTEMD)("systemd finds the unit hardly exposed", () => {
  const report = execFileSync("systemd-analyze", ["security", "--offline=true", "--no-pager", unitFile()], {
    encoding: "utf8",
  });
  const level = Number(/Overall exposure level for .*: ([\d.]+)/.exec(report)?.[1]);
  // 10 is a unit without any setting. What remains is the network, which the service needs, and V8's machine code.
  expect(level).toBeGreaterThan(0);
  expect(level).toBeLessThanOrEqual(2);
});
