import { execFileSync, spawn, type StdioOptions } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, createReadStream, openSync } from "node:fs";
import { join } from "node:path";
import { Writable } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { LONG_WAIT } from "@storefront/test-support/endless-wait";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { batchedOutput, droppedLines } from "./log-output";

/** Makes an output that accepts a write when the test says so. */
function heldOutput() {
  const written: string[] = [];
  const taking: ((error?: Error) => void)[] = [];
  const output = new Writable({
    decodeStrings: false,
    autoDestroy: false,
    write(text: string, _encoding, done) {
      written.push(text);
      taking.push(done);
    },
  });
  return { output, written, takeNext: (error?: Error) => taking.shift()?.(error) };
}

const dropped = () => ({ ...droppedLines.counts });

test("lines are written in batches, and immediately on a flush", () => {
  const { output, written } = heldOutput();
  const log = batchedOutput(output);
  log.write("one\n");
  log.write("two\n");
  expect(written).toEqual([]);
  log.flush();
  expect(written).toEqual(["one\ntwo\n"]);
});

test("beyond 4 MB of unread lines, new lines are dropped and counted until there is room again", () => {
  const before = dropped();
  const { output, written, takeNext } = heldOutput();
  const log = batchedOutput(output);
  const line = `${"x".repeat(1023)}\n`;
  for (let count = 0; count < 8 * 1024; count += 1) log.write(line);
  const { unread } = dropped();
  expect(unread - before.unread).toBeGreaterThan(3 * 1024);
  expect(output.writableLength).toBeLessThan(4.1 * 1024 * 1024);
  while (output.writableLength > 0) takeNext();
  log.write("after\n");
  log.flush();
  expect(written.at(-1)).toBe("after\n");
});

/** Starts a process that logs all the time, and reports the dropped lines and the bytes that wait for a reader. */
function logging(stdout: number | "pipe") {
  const module = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  const program = `
    import { createLog } from ${module("log.ts")};
    import { droppedLines } from ${module("log-output.ts")};
    const log = createLog("info");
    setInterval(() => log.warn({ text: "x".repeat(10_000) }, "a line"), 5);
    process.on("message", () => process.send({ ...droppedLines.counts, waiting: process.stdout.writableLength }));
    process.on("SIGTERM", () => process.exit(0));`;
  const stdio: StdioOptions = ["ignore", stdout, "inherit", "ipc"];
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", program], { stdio });
  onTestFinished(() => void child.kill("SIGKILL"));
  return {
    end: async () => {
      child.kill("SIGTERM");
      return once(child, "exit") as Promise<unknown>;
    },
    counts: async () => {
      child.send("count");
      const [counts] = (await once(child, "message")) as [{ failed: number; unread: number; waiting: number }];
      return counts;
    },
  };
}

/** Opens a pipe that has lost its reader. */
function brokenPipe() {
  const path = join(freshFolder("storefront-log"), "pipe");
  execFileSync("mkfifo", [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, constants.O_WRONLY);
  closeSync(reader);
  return { path, writer };
}

test("on a full disk lines are dropped, and the process goes on", async () => {
  const { counts, end } = logging(openSync("/dev/full", "w"));
  await vi.waitUntil(async () => (await counts()).failed > 10, LONG_WAIT);
  expect(await end()).toEqual([0, null]);
});

test("without a reader of the pipe lines are dropped, and written again once it has a new one", async () => {
  const { path, writer } = brokenPipe();
  const { counts, end } = logging(writer);
  await vi.waitUntil(async () => (await counts()).failed > 10, LONG_WAIT);
  const [lines] = (await once(createReadStream(path), "data")) as [Buffer];
  expect(lines.toString()).toContain('"msg":"a line"');
  expect(await end()).toEqual([0, null]);
});

test("a stalled reader delays neither the process nor its exit", async () => {
  const { counts, end } = logging("pipe");
  await vi.waitUntil(async () => (await counts()).waiting > 100_000, LONG_WAIT);
  expect(await end()).toEqual([0, null]);
});
