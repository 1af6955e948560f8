import { guarded } from "./guarded";

/**
 * Reads a value now and at an interval, one read at a time. Does not keep the process alive.
 *
 * @param read must not reject
 */
export function poll<T>(read: () => Promise<T>, onValue: (value: T) => void, everyMs: number) {
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
  const timer = setInterval(guarded(look), everyMs).unref();
  return {
    first,
    /** The result of a read in progress is no longer passed on. */
    stop: () => {
      isOver = true;
      clearInterval(timer);
    },
  };
}
