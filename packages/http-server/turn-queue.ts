import { guarded } from "@storefront/resilience/guarded";

/**
 * Makes a queue of work that is spread over turns of the event loop.
 *
 * @param maxMs how long a turn works on it
 * @param isOthersTurn nothing runs in a turn in which it returns true
 * @returns adds a piece of work, which runs in a later turn
 */
export function createTurnQueue(maxMs: number, isOthersTurn = () => false): (work: () => unknown) => void {
  const waiting: (() => unknown)[] = [];
  let isScheduled = false;

  const runSome: () => void = guarded(() => {
    const beganMs = performance.now();
    while (waiting.length > 0 && !isOthersTurn() && performance.now() - beganMs < maxMs) {
      guarded(waiting.shift() ?? (() => undefined))();
    }
    isScheduled = false;
    schedule();
  });

  /** An immediate set by an immediate runs in the next turn. */
  function schedule(): void {
    if (isScheduled || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(runSome);
  }

  return (work) => {
    waiting.push(work);
    schedule();
  };
}
