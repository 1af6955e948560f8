import { expect, test, vi } from "vitest";
import { createNegativeCache } from "./negative-cache";

test("a failure starts a pause, and setting the clock back does not lengthen it", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const failures = createNegativeCache<Error>({
    max: 10,
    retryFirstMs: 1_000,
    retryLongestMs: 2_000,
    staleMs: Infinity,
  });
  const error = new Error("no network yet");
  failures.note("a", error);
  vi.setSystemTime(Date.now() + 999);
  expect(failures.get("a")).toEqual({ error, isRecent: true });
  vi.setSystemTime(Date.now() - 8 * 3_600_000);
  expect(failures.get("a")).toEqual({ error, isRecent: false });
});
