import { guarded } from "@storefront/resilience/guarded";

/**
 * Makes a queue of work that is spread over turns of the event loop.
 *
 * @param maxMs how long a turn works on the queue
 * @returns a function that adds a piece of work, which runs in a later turn
 */
export function createTurnQueue(maxMs: number): (work: () => unknown) => void {
  const waiting: (() => unknown)[] = [];
  let isScheduled = false;

  const runSome: () => void = guarded(() => {
    const beganMs = performance.now();
    do guarded(waiting.shift() ?? (() => undefined))();
    while (waiting.length > 0 && performance.now() - beganMs < maxMs);
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
