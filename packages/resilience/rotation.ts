/** Makes a queue of items by name. Names take turns, so a name with many items delays another name by only one item. */
export function createRotation<T>() {
  const byName = new Map<string, Set<T>>();
  let size = 0;
  /** The name that was served last. */
  let last = "";

  function remove(name: string, item: T): void {
    const own = byName.get(name);
    if (!own?.delete(item)) return;
    size -= 1;
    if (own.size === 0) byName.delete(name);
  }

  function takeOf(name: string, [item]: Set<T>): T | undefined {
    if (item !== undefined) remove(name, item);
    return item;
  }

  return {
    /** An item that is already queued keeps its place. */
    add(name: string, item: T): void {
      const own = byName.get(name) ?? new Set<T>();
      byName.set(name, own);
      if (own.has(item)) return;
      own.add(item);
      size += 1;
    },
    /** Takes the oldest item of the name whose turn it is. */
    take(): T | undefined {
      const served = byName.get(last);
      if (served && byName.delete(last)) byName.set(last, served);
      const [next] = byName;
      if (!next) return undefined;
      [last] = next;
      return takeOf(...next);
    },
    /** Takes the oldest item of the name with the most items; undefined if no name has more than `above`. */
    takeOfMost(above: number): T | undefined {
      let [most] = byName;
      for (const entry of byName) if (most && entry[1].size > most[1].size) most = entry;
      return most && most[1].size > above ? takeOf(...most) : undefined;
    },
    delete: remove,
    size: () => size,
    sizeOf: (name: string) => byName.get(name)?.size ?? 0,
  };
}

/** Runs one piece of work at a time; owners take turns. */
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
    /**
     * Runs a piece of work in its owner's turn.
     *
     * @returns its result
     */
    inTurn: <T>(owner: string, work: () => Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        waiting.add(owner, () => work().then(resolve, reject));
        if (!working) void runWaiting();
      }),
  };
}
