import { createRotation } from "./rotation";

/** One piece of work at a time, the owners in turn. */
export function fairQueue() {
  const waiting = createRotation<() => Promise<void>>();
  let working = false;

  async function runWaiting(): Promise<void> {
    working = true;
    for (let piece = waiting.take(); piece; piece = waiting.take()) await piece();
    working = false;
  }

  return {
    isIdle: () => !working,
    /** Runs a piece of work when its owner's turn has come, and gives its result. */
    inTurn: <T>(owner: string, work: () => Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        waiting.add(owner, () => work().then(resolve, reject));
        if (!working) void runWaiting();
      }),
  };
}
