import { vi } from "vitest";

/**
 * Until the test is over every wait of this length ends immediately, after pending work; all other timers run
 * as ever.
 *
 * @param ms the length, which distinguishes the wait from others
 */
export function passWait(ms: number, meanwhile: () => Promise<unknown> = () => Promise.resolve()): void {
  const real = globalThis.setTimeout;
  const passing = (run: (...given: unknown[]) => void, afterMs?: number, ...given: unknown[]) =>
    afterMs === ms ? real(() => void meanwhile().finally(run), 0) : real(run, afterMs, ...given);
  vi.stubGlobal("setTimeout", passing);
}
