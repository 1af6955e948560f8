import { onTestFinished, vi } from "vitest";

/**
 * Fakes the clock until the test ends: timers fire and deadlines pass only when the test says so.
 *
 * @param settled resolves once everything that waited has given up, after all deadlines have passed
 */
export function waitForEver(settled: () => Promise<void>): void {
  const deadlines: AbortController[] = [];
  const now = Date.now();
  // Otherwise the clocks would stay faked.
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now });
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    const deadline = new AbortController();
    deadlines.push(deadline);
    return deadline.signal;
  });
  onTestFinished(async () => {
    for (const deadline of deadlines) deadline.abort(new DOMException("The test is over.", "TimeoutError"));
    await settled();
  });
}

/** The limit is long, for busy machines; the wait ends as soon as its condition is met. */
export const LONG_WAIT = { timeout: 30_000, interval: 10 } as const;
