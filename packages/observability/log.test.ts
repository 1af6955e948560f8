import { expect, test, vi } from "vitest";
import { createLog, describeError, log, onceAMinute, setLogLevel, useLog } from "./log";
import { withRequestId } from "./request-id";

test("a thrown value that is no error is logged only by its type", () => {
  expect(describeError("canary")).toEqual({ name: "string" });
  expect(describeError({ status: 404 })).toEqual({ name: "object" });
  expect(describeError(Object.assign(new Error("x"), { code: "user typed this" })).code).toBeUndefined();
});

test("an error that every request causes is reported once a minute", ({ onTestFinished }) => {
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

test("a line has level, time and the id of the request at hand, and none below the level is written", () => {
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

test("the level of the process's logger is asked for when it writes first", ({ onTestFinished }) => {
  onTestFinished(() => {
    setLogLevel(() => "silent");
    useLog(undefined);
  });
  useLog(undefined);
  setLogLevel(() => "warn");
  expect(log().level).toBe("warn");
});
