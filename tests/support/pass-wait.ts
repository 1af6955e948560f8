import { expect, vi } from "vitest";

/**
 * Makes every wait of this length end immediately after pending work, until the test ends. Other timers are unchanged.
 *
 * @param ms the length that identifies the wait
 */
export function passWait(ms: number, meanwhile: () => Promise<unknown> = () => Promise.resolve()): void {
  const real = globalThis.setTimeout;
  const passing = (run: (...given: unknown[]) => void, afterMs?: number, ...given: unknown[]) =>
    afterMs === ms ? real(() => void meanwhile().finally(run), 0) : real(run, afterMs, ...given);
  vi.stubGlobal("setTimeout", passing);
}

/** Sends a form for an account with many failed tries. Expects that the upstream is called after 8 s, not before. */
export async function sendSlowed(send: () => Promise<Response>, calls: () => Promise<number>): Promise<Response> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const response = send();
  while (vi.getTimerCount() === 0) await new Promise(setImmediate);
  vi.advanceTimersByTime(7_999);
  expect(vi.getTimerCount(), "only the wait's timer is set").toBe(1);
  expect(await calls(), "no call before the wait ends").toBe(0);
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  return response;
}
