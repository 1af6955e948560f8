import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { smallDisk } from "@storefront/test-support/small-disk";
import { diskCache, READS_MAX } from "./disk-cache";
import type { CacheLimits } from "./options";
import { digestOf, type Rendition } from "./rendition-file";

function rendition(size = 1000): Rendition {
  const bytes = randomBytes(size);
  const digest = digestOf(bytes);
  return { bytes, format: "webp", digest, sourceDigest: digest, validatedAtMs: 1_700_000_000_000 };
}

const folderOfTest = () => {
  const folder = freshFolder("images");
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const open = (
  folder: string,
  limits: Partial<CacheLimits> = {},
  onWriteError: (error: unknown) => void = (error) => expect.fail(String(error)),
) => diskCache(folder, { maxBytes: 1e6, maxFiles: 100, memoryBytes: 1e6, ...limits }, onWriteError);

const files = (folder: string) => readdirSync(folder).map((name) => join(folder, name));
const bytesIn = (folder: string) => files(folder).reduce((sum, file) => sum + statSync(file).size, 0);

describe("the disk cache of renditions", () => {
  test("survives a restart, and is shared with another process", async () => {
    const folder = folderOfTest();
    const [first, second, stored] = [open(folder), open(folder), rendition()];
    expect(await second.read("a")).toBeUndefined();
    first.write("a", stored);
    expect(await first.read("a"), "the entry can be read before it is written").toEqual(stored);
    await first.written();
    expect(await second.read("a")).toEqual(stored);
    expect(await open(folder).read("a")).toEqual(stored);
    expect(await open(folder).read("b")).toBeUndefined();
  });

  test("reads a few files at a time", async () => {
    const cache = open(folderOfTest());
    const underWay = () => process.getActiveResourcesInfo().filter((resource) => resource === "FSReqPromise").length;
    const before = underWay();
    const reads = Array.from({ length: 3 * READS_MAX }, (_, at) => cache.read(`a${at}`));
    await new Promise((begun) => process.nextTick(begun));
    expect(underWay() - before).toBe(READS_MAX);
    await Promise.all(reads);
  });

  test("reads a file that is too large for memory once for all simultaneous requests", async () => {
    const folder = folderOfTest();
    const stored = rendition(50_000);
    const cache = open(folder, { memoryBytes: 1_000 });
    cache.write("a", stored);
    await cache.written();
    const [first, second] = await Promise.all([cache.read("a"), cache.read("a")]);
    expect(first).toEqual(stored);
    expect(second?.bytes).toBe(first?.bytes);
    expect((await cache.read("a"))?.bytes, "a later read opens the file again").not.toBe(first?.bytes);
  });

  test("keeps only some renditions in memory when the disk is too slow", async () => {
    const folder = folderOfTest();
    const cache = open(folder, { maxBytes: 1e9 });
    const large = Array.from({ length: 3 }, () => rendition(12 * 1024 * 1024));
    for (const [at, one] of large.entries()) cache.write(`${at}`, one);
    await cache.written();
    expect(files(folder)).toHaveLength(2);
    cache.write("2", large[2] ?? rendition());
    await cache.written();
    expect(files(folder), "later ones are written").toHaveLength(3);
  });

  test("writes nothing to a disk that is nearly full", async ({ skip }) => {
    const disk = smallDisk("images-disk");
    if (!disk) return skip();
    onTestFinished(disk.remove);
    const cache = open(disk.folder);
    cache.write("a", rendition());
    await cache.written();
    expect(files(disk.folder)).toEqual([]);
  });

  test("never returns a truncated or modified file, and deletes it", async () => {
    const damages: ((file: string) => void)[] = [
      (file) => truncateSync(file, 500),
      (file) => truncateSync(file, 20),
      (file) => truncateSync(file, 0),
      (file) => writeFileSync(file, Buffer.concat([readFileSync(file), Buffer.from("x")])),
      (file) => writeFileSync(file, readFileSync(file).fill(0, 600, 700)),
      (file) => writeFileSync(file, "something else"),
    ];
    for (const damage of damages) {
      const folder = folderOfTest();
      const cache = open(folder);
      cache.write("a", rendition());
      await cache.written();
      const [file = ""] = files(folder);
      damage(file);
      expect(await open(folder).read("a")).toBeUndefined();
      expect(files(folder)).toEqual([]);
    }
  });

  test("reads only files that may be its own", async () => {
    const odd: ((file: string) => void)[] = [
      (file) => execFileSync("mkfifo", [file]),
      (file) => (writeFileSync(file, ""), truncateSync(file, 10 * 1024 ** 3)),
      (file) => symlinkSync("/dev/zero", file),
      (file) => mkdirSync(file),
    ];
    for (const make of odd) {
      const folder = folderOfTest();
      const cache = open(folder);
      cache.write("a", rendition());
      await cache.written();
      const [file = ""] = files(folder);
      rmSync(file);
      make(file);
      expect(await open(folder).read("a")).toBeUndefined();
    }
  });

  test("stays within its limits of bytes and files, and evicts the least recently used file", async () => {
    for (const limits of [{ maxBytes: 10_500 }, { maxFiles: 10 }]) {
      const folder = folderOfTest();
      const cache = open(folder, { ...limits, memoryBytes: 1 });
      for (let index = 0; index < 10; index += 1) cache.write(String(index), rendition());
      await cache.written();
      // All files but the first, which is in use, were last used long ago.
      for (const file of files(folder)) utimesSync(file, 1_600_000_000, 1_700_000_000);
      expect(await cache.read("0")).toBeDefined();
      for (let index = 10; index < 40; index += 1) {
        cache.write(String(index), rendition());
        await cache.written();
        expect(bytesIn(folder)).toBeLessThanOrEqual(limits.maxBytes ?? Infinity);
        expect(files(folder).length).toBeLessThanOrEqual(limits.maxFiles ?? Infinity);
        if (index === 12) expect([await cache.read("0"), await cache.read("1")].map(Boolean)).toEqual([true, false]);
      }
      expect(await cache.read("39")).toBeDefined();
    }
  });

  test("removes a killed process's unfinished files once they are old", async () => {
    const folder = folderOfTest();
    const [old, young] = [join(folder, ".unfinished-old"), join(folder, ".unfinished-young")];
    for (const file of [old, young]) writeFileSync(file, "half of a pic");
    utimesSync(old, new Date(0), new Date(0));
    const cache = open(folder, { maxFiles: 0 });
    cache.write("a", rendition());
    await cache.written();
    expect(files(folder)).toEqual([young]);
  });

  test("works without a disk if it cannot write", async () => {
    const folder = folderOfTest();
    writeFileSync(join(folder, "file"), "");
    const onWriteError = vi.fn();
    const cache = open(join(folder, "file", "images"), {}, onWriteError);
    const stored = rendition();
    cache.write("a", stored);
    await cache.written();
    expect(onWriteError).toHaveBeenCalledOnce();
    expect(await cache.read("a")).toEqual(stored);
  });
});
