import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startStopwatch } from "~/components/form/countdown";

/** The wait before another code can be requested. */

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "performance"], now: new Date("2026-11-28T12:00:00Z") }));
afterEach(() => void vi.useRealTimers());

test("setting a phone's clock back does not lengthen the wait", () => {
  const elapsedMs = startStopwatch();
  vi.advanceTimersByTime(10_000);
  vi.setSystemTime(new Date("2026-11-28T11:00:00Z"));
  vi.advanceTimersByTime(50_000);
  expect(elapsedMs()).toBe(60_000);
});

test("the countdown continues while a phone sleeps and its monotonic clock stops", () => {
  const elapsedMs = startStopwatch();
  vi.setSystemTime(new Date("2026-11-28T12:01:00Z"));
  expect(elapsedMs()).toBe(60_000);
});
