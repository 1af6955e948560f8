/** Items by name, which are taken from the names in turn: whoever has many delays another name by one of them. */
export interface Rotation<T> {
  /** An item that is there already keeps its place. */
  add(name: string, item: T): void;
  /** The oldest item of the name whose turn it is. */
  take(): T | undefined;
  /** The oldest item of the name that has most; undefined where none has more than `above`. */
  takeOfMost(above: number): T | undefined;
  size(): number;
  sizeOf(name: string): number;
}

/** Makes an empty rotation. */
export function createRotation<T>(): Rotation<T> {
  const byName = new Map<string, Set<T>>();
  let size = 0;

  /** Takes the oldest item of a name, which then comes last. */
  function takeOf(name: string, own: Set<T>): T | undefined {
    const [item] = own;
    if (item === undefined) return undefined;
    byName.delete(name);
    own.delete(item);
    size -= 1;
    if (own.size > 0) byName.set(name, own);
    return item;
  }

  return {
    add(name, item) {
      const own = byName.get(name) ?? new Set<T>();
      byName.set(name, own);
      if (own.has(item)) return;
      own.add(item);
      size += 1;
    },
    take() {
      const [next] = byName;
      return next && takeOf(...next);
    },
    takeOfMost(above) {
      let [most] = byName;
      for (const entry of byName) if (most && entry[1].size > most[1].size) most = entry;
      return most && most[1].size > above ? takeOf(...most) : undefined;
    },
    size: () => size,
    sizeOf: (name) => byName.get(name)?.size ?? 0,
  };
}
