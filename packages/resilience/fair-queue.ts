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
  const waiting = new Map<string, (() => Promise<void>)[]>();
  /** Owners with something waiting, the next first. The one at work is not among them: it goes to the end after it. */
  const order: string[] = [];
  let working = false;

  async function runWaiting(): Promise<void> {
    working = true;
    for (let owner = order.shift(); owner !== undefined; owner = order.shift()) {
      const own = waiting.get(owner) ?? [];
      await own.shift()?.();
      if (own.length > 0) order.push(owner);
      else waiting.delete(owner);
    }
    working = false;
  }

  return {
    isIdle: () => !working,
    inTurn: (owner, work) =>
      new Promise((resolve, reject) => {
        const piece = () => work().then(resolve, reject);
        const own = waiting.get(owner);
        if (own) own.push(piece);
        else {
          waiting.set(owner, [piece]);
          order.push(owner);
        }
        if (!working) void runWaiting();
      }),
  };
}
