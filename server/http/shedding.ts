import { SHEDDING_LOOK_MS, SHEDDING_LOOKS } from "~server/constants";

/**
 * How much this process has to do (behaviour 13.22): when its event loop comes late, or too many pages are being
 * made, one more page would make all of them later.
 */
export interface Load {
  /** Why another page would be too much; undefined when it would not. */
  tooMuch(): "in_flight" | "lag" | undefined;
  /** Counts a page that is being made until it is. */
  during<T>(work: () => Promise<T>): Promise<T>;
  close: () => void;
}

/**
 * Watches how late the event loop is: the mean of the last second, so that a single long step of it sheds nothing.
 *
 * @param limits.inFlight so many pages at a time
 * @param limits.lagMs so late, in milliseconds
 */
export function watchLoad(limits: { inFlight: number; lagMs: number }): Load {
  const late: number[] = Array.from({ length: SHEDDING_LOOKS }, () => 0);
  let at = 0;
  let lookedAtMs = performance.now();
  let underWay = 0;
  const looking = setInterval(() => {
    const nowMs = performance.now();
    late[at] = Math.max(0, nowMs - lookedAtMs - SHEDDING_LOOK_MS);
    at = (at + 1) % late.length;
    lookedAtMs = nowMs;
  }, SHEDDING_LOOK_MS).unref();

  const lagMs = () => late.reduce((sum, ms) => sum + ms, 0) / late.length;

  return {
    tooMuch() {
      if (underWay >= limits.inFlight) return "in_flight";
      return lagMs() > limits.lagMs ? "lag" : undefined;
    },
    async during(work) {
      underWay += 1;
      try {
        return await work();
      } finally {
        underWay -= 1;
      }
    },
    close: () => clearInterval(looking),
  };
}
