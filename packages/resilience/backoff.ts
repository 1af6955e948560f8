import type { IBackoff, IBackoffFactory } from "cockatiel";

/**
 * The pauses of a breaker in sequence; the last one repeats. A pause that begins in the future counts as over: the
 * clock was set back, as when a machine gets the right time late.
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
