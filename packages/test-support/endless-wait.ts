import { onTestFinished, vi } from "vitest";

/**
 * Until the test ends no timer fires, unless the test lets it, and no deadline passes; the clock is faked as well.
 *
 * @param settled resolves once what waited has given up, after all deadlines have passed
 */
export function waitForEver(settled: () => Promise<void>): void {
  const deadlines: AbortController[] = [];
  const now = Date.now();
  // Faked clocks would stay as they are.
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

/** For a wait that ends when its condition is met, on a busy machine. */
export const LONG_WAIT = { timeout: 30_000, interval: 10 } as const;
