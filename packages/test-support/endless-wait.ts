import { onTestFinished, vi } from "vitest";

/**
 * Until the test is over no timer fires, unless the test lets it, and no deadline of a call passes: what waits for a
 * server that hangs then waits for ever. The clock is faked as well.
 *
 * @param settled at the end of the test, when all deadlines pass: settles once what waited has given up
 */
export function waitForEver(settled: () => Promise<void>): void {
  const deadlines: AbortController[] = [];
  const now = Date.now();
  // Clocks that are faked already would stay as they are.
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

/** For a wait that ends when its condition is met. It is long because a busy machine may be slow. */
export const LONG_WAIT = { timeout: 30_000, interval: 10 } as const;
