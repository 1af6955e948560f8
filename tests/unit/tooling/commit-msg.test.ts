import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { freshFolder } from "@storefront/test-support/fresh-folder";

/** The hook that checks the subject of a commit, and how `npm install` installs it. */

const root = fileURLToPath(new URL("../../..", import.meta.url));
const { scripts } = z
  .object({ scripts: z.object({ prepare: z.string() }) })
  .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));

/** A folder that exists until the test ends. */
function newFolder(): string {
  const folder = freshFolder("commit-msg");
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** The hook's complaint about a message; empty when it accepts the message. */
function refusalOf(message: string): string {
  const file = join(newFolder(), "COMMIT_EDITMSG");
  writeFileSync(file, message);
  const { status, stderr } = spawnSync(join(root, "tooling/git/commit-msg"), [file], { encoding: "utf8" });
  expect(status).toBe(stderr === "" ? 0 : 1);
  return stderr;
}

test.each([
  "page-cache: bypass on any session cookie",
  "# a comment of git\ntests: need one sandbox less",
  "Merge branch 'main'",
  "fixup! page-cache: bypass",
])("accepted: %j", (message) => expect(refusalOf(message)).toBe(""));

test.each([
  ["bypass on any session cookie", "area: verb"],
  ["page-cache:bypass", "area: verb"],
  ["page-cache: bypassed the cache", "imperative"],
  [`page-cache: bypass ${"x".repeat(120)}`, "at most 120"],
])("refused: %j", (message, why) => expect(refusalOf(message)).toContain(why));

/** Runs the script as `npm install` does, and reads where git looks for hooks in a folder. */
function hooksPathAfter(folder: string, at = folder, path = process.env["PATH"]): string {
  execFileSync("/bin/sh", ["-c", scripts.prepare], {
    cwd: folder,
    env: { ...process.env, PATH: path },
    stdio: "pipe",
  });
  return spawnSync("git", ["config", "--local", "core.hooksPath"], { cwd: at, encoding: "utf8" }).stdout.trim();
}

test("npm install sets the hook in a checkout, but not in a release inside another repository or without git", () => {
  const checkout = newFolder();
  execFileSync("git", ["init", "-q"], { cwd: checkout });
  const release = join(checkout, "release");
  mkdirSync(release);
  expect(hooksPathAfter(release, checkout)).toBe("");
  const onlyNode = newFolder();
  execFileSync("ln", ["-s", process.execPath, join(onlyNode, "node")]);
  expect(hooksPathAfter(checkout, checkout, onlyNode)).toBe("");
  expect(hooksPathAfter(checkout)).toBe("tooling/git");
});
