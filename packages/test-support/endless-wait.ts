import { onTestFinished, vi } from "vitest";

/**
 * Until the test ends, no timer fires unless the test makes it fire, and no deadline passes. The clock is faked too.
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

/** A long limit, for busy machines, on a wait that ends once its condition is met. */
export const LONG_WAIT = { timeout: 30_000, interval: 10 } as const;
