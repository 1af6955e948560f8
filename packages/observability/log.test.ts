import { execFileSync } from "node:child_process";
import { closeSync, fstatSync, openSync, readFileSync, type Stats } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { createLog, describeError, onceAMinute } from "./log";
import { withRequestId } from "./request-id";

test("a thrown value that is not an Error is logged only by its type", () => {
  expect(describeError("canary")).toEqual({ name: "string" });
  expect(describeError({ status: 404 })).toEqual({ name: "object" });
  expect(describeError(Object.assign(new Error("x"), { code: "user typed this" })).code).toBeUndefined();
});

test("an error that recurs with every request is reported once a minute", ({ onTestFinished }) => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const reported: string[] = [];
  const report = onceAMinute((what: string) => void reported.push(what));
  for (const what of ["first", "second"]) report(what);
  vi.setSystemTime(Date.now() + 59_999);
  report("third");
  vi.setSystemTime(Date.now() + 1);
  for (const what of ["fourth", "fifth"]) report(what);
  expect(reported).toEqual(["first", "fourth"]);
  vi.setSystemTime(Date.now() - 3_600_000);
  for (const what of ["after the clock was set back", "again"]) report(what);
  expect(reported).toEqual(["first", "fourth", "after the clock was set back"]);
});

test("a line has level, time and the current request's id; lines below the level are omitted", () => {
  const lines: string[] = [];
  const logger = createLog("info", { write: (line) => void lines.push(line) });
  withRequestId("0123456789ab", () => logger.info({ status: 200 }, "request"));
  logger.warn("outside of any request");
  logger.debug("below the level");
  const [inside = {}, outside = {}, ...more] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(inside).toMatchObject({ level: "info", msg: "request", requestId: "0123456789ab", status: 200 });
  expect(Date.parse(String(inside["time"]))).not.toBeNaN();
  expect(outside).toMatchObject({ level: "warn", msg: "outside of any request" });
  expect(outside).not.toHaveProperty("requestId");
  expect(more).toEqual([]);
});

/** Returns the lines that a process writes to a file; `journalOf` gives the value of JOURNAL_STREAM. */
function writtenToFile(journalOf: (file: Stats) => string): string[] {
  const path = join(freshFolder("storefront-log"), "lines");
  const output = openSync(path, "w");
  const program = `
    import { createLog } from ${JSON.stringify(new URL("log.ts", import.meta.url).href)};
    const log = createLog("debug", undefined, ${JSON.stringify(journalOf(fstatSync(output)))});
    for (const level of ["debug", "info", "warn", "error", "fatal"]) log[level]("first\\nsecond");
    log.child({ part: 1 }).warn("of a child");`;
  execFileSync(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", program], {
    stdio: ["ignore", output, "inherit"],
  });
  closeSync(output);
  return readFileSync(path, "utf8").trimEnd().split("\n");
}

test("in systemd's journal each line begins with its priority level", () => {
  const lines = writtenToFile(({ dev, ino }) => `${dev}:${ino}`);
  const read = lines.map((line) => {
    const [, priority, json = ""] = /^<(\d)>(.*)$/.exec(line) ?? [];
    return [priority, (JSON.parse(json) as { level: string }).level];
  });
  expect(read).toEqual([
    ...[
      ["7", "debug"],
      ["6", "info"],
      ["4", "warn"],
      ["3", "error"],
      ["2", "fatal"],
    ],
    ["4", "warn"],
  ]);
});

test("outside the journal a line is only JSON", () => {
  const lines = writtenToFile(({ dev, ino }) => `${dev}:${ino + 1}`);
  // A fatal line makes pino write everything at once while a write is pending, so the order may change.
  const levels = lines.map((line) => (JSON.parse(line) as { level: string }).level);
  expect(levels.sort()).toEqual(["debug", "error", "fatal", "info", "warn", "warn"]);
});
