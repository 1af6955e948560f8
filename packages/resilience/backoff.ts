import type { IBackoff, IBackoffFactory } from "cockatiel";

/**
 * Returns the successive pauses of a breaker in milliseconds; the last one repeats. A pause that begins in the future
 * is over: the clock was set back, for example by NTP after the start.
 */
export function backoff(lengthsMs: readonly number[]): IBackoffFactory<unknown> {
  const from = (place: number): IBackoff<unknown> => {
    const beganMs = Date.now();
    return {
      get duration() {
        return Date.now() < beganMs ? -Infinity : (lengthsMs[place] ?? 0);
      },
      next: () => from(Math.min(place + 1, lengthsMs.length - 1)),
    };
  };
  return { next: () => from(0) };
}
