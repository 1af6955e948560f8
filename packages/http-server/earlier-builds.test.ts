import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { earlierFiles } from "@storefront/http-server/earlier-builds";
import { freshFolder } from "@storefront/test-support/fresh-folder";

/** A client build with these files, and the folder of the copies. */
function folders() {
  const root = freshFolder("storefront-builds");
  const copies = join(root, "kept");
  let hour = 0;
  /** Deploys a build with these files an hour after the one before, and gives the files of earlier builds. */
  const deploy = (...files: string[]) => {
    const client = join(root, "client");
    rmSync(client, { recursive: true, force: true });
    mkdirSync(join(client, "assets"), { recursive: true });
    for (const file of files) writeFileSync(join(client, "assets", file), `text of ${file}`);
    const before = new Set(names());
    const earlier = earlierFiles(client, copies);
    hour += 1;
    const at = new Date(Date.UTC(2026, 0, 1, hour));
    for (const name of names()) if (!before.has(name)) utimesSync(join(copies, name), at, at);
    return Object.fromEntries([...earlier].map(([name, file]) => [name, readFileSync(file, "utf8")]));
  };
  const names = () => {
    try {
      return readdirSync(copies);
    } catch {
      return [];
    }
  };
  return { deploy, names, copies };
}

test("the files of the two builds before stay served, and those of the current one are its own", () => {
  const { deploy, names } = folders();
  expect(deploy("root-1.js", "same.js")).toEqual({});
  expect(deploy("root-2.js", "same.js")).toEqual({ "root-1.js": "text of root-1.js" });
  expect(deploy("root-3.js")).toEqual({
    "root-2.js": "text of root-2.js",
    "root-1.js": "text of root-1.js",
    "same.js": "text of same.js",
  });
  expect(Object.keys(deploy("root-4.js")).sort()).toEqual(["root-2.js", "root-3.js", "same.js"]);
  expect(names(), "older ones are gone").toHaveLength(3);
});

test("a restart preserves what is served", () => {
  const { deploy, names } = folders();
  deploy("root-1.js");
  deploy("root-2.js");
  expect(deploy("root-2.js")).toEqual({ "root-1.js": "text of root-1.js" });
  expect(names()).toHaveLength(2);
});

test("a copy that a killed process left unfinished is never served", () => {
  const { deploy, names, copies } = folders();
  deploy("root-1.js");
  const half = join(copies, ".unfinished-1");
  mkdirSync(half);
  writeFileSync(join(half, "half.js"), "ha");
  expect(deploy("root-2.js")).toEqual({ "root-1.js": "text of root-1.js" });
  expect(names(), "it may be a process that copies right now").toContain(".unfinished-1");
  const long = new Date(Date.now() - 2 * 60 * 60_000);
  utimesSync(half, long, long);
  deploy("root-2.js");
  expect(names()).not.toContain(".unfinished-1");
});
