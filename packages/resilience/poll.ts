import { guarded } from "./guarded";

export interface Polling {
  /** Resolves once the first value was passed on. */
  first: Promise<void>;
  /** Ends it. A read that is under way is not passed on any more. */
  stop: () => void;
}

/**
 * Reads a value now and at an interval from now on. A read that takes longer delays the next one. It does not keep the
 * process alive.
 *
 * @param read must not reject
 * @param onValue gets each value
 */
export function poll<T>(read: () => Promise<T>, onValue: (value: T) => void, everyMs: number): Polling {
  let isReading = false;
  let isOver = false;
  async function look(): Promise<void> {
    if (isReading) return;
    isReading = true;
    const value = await read();
    isReading = false;
    if (!isOver) onValue(value);
  }
  const first = look();
  const timer = setInterval(guarded(look), everyMs);
  timer.unref();
  return {
    first,
    stop: () => {
      isOver = true;
      clearInterval(timer);
    },
  };
}
