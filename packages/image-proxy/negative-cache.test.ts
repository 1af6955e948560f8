import { expect, test, vi } from "vitest";
import { RETRY_FIRST_MS } from "./constants";
import { createNegativeCache } from "./negative-cache";
import { ImageUnavailable } from "./source";

test("an image that failed has its pause, and no longer one when the clock is set back", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const failures = createNegativeCache();
  const error = new ImageUnavailable("failed", "no network yet");
  failures.add("a", error);
  vi.setSystemTime(Date.now() + RETRY_FIRST_MS - 1);
  expect(failures.get("a")).toBe(error);
  vi.setSystemTime(Date.now() - 8 * 3_600_000);
  expect(failures.get("a")).toBeUndefined();
});
