import { createRotation } from "./rotation";

/** One piece of work at a time, the owners in turn: no owner's work delays another's by more than one piece. */
export interface FairQueue {
  /**
   * Runs a piece of work when its owner's turn has come; pieces of one owner in the order in which they came.
   *
   * @returns what the work gives
   * @throws what it throws
   */
  inTurn: <T>(owner: string, work: () => Promise<T>) => Promise<T>;
  /** Whether nothing is at work or waits. */
  isIdle: () => boolean;
}

export function fairQueue(): FairQueue {
  const waiting = createRotation<() => Promise<void>>();
  let working = false;

  async function runWaiting(): Promise<void> {
    working = true;
    for (let piece = waiting.take(); piece; piece = waiting.take()) await piece();
    working = false;
  }

  return {
    isIdle: () => !working,
    inTurn: (owner, work) =>
      new Promise((resolve, reject) => {
        waiting.add(owner, () => work().then(resolve, reject));
        if (!working) void runWaiting();
      }),
  };
}
