/**
 * Items by name, which are taken from the names in turn: whoever has many delays another name by one of them. A name
 * whose turn it was comes after all others that have come by the next turn.
 */
export interface Rotation<T> {
  /** An item that is there already keeps its place. */
  add(name: string, item: T): void;
  /** The oldest item of the name whose turn it is. */
  take(): T | undefined;
  /** The oldest item of the name that has most; undefined where none has more than `above`. */
  takeOfMost(above: number): T | undefined;
  delete(name: string, item: T): void;
  size(): number;
  sizeOf(name: string): number;
}

/** Makes an empty rotation. */
export function createRotation<T>(): Rotation<T> {
  const byName = new Map<string, Set<T>>();
  let size = 0;
  /** Whose turn it was. */
  let last = "";

  function remove(name: string, item: T): void {
    const own = byName.get(name);
    if (!own?.delete(item)) return;
    size -= 1;
    if (own.size === 0) byName.delete(name);
  }

  /** Takes the oldest item of a name. */
  function takeOf(name: string, [item]: Set<T>): T | undefined {
    if (item !== undefined) remove(name, item);
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
      const served = byName.get(last);
      if (served && byName.delete(last)) byName.set(last, served);
      const [next] = byName;
      if (!next) return undefined;
      [last] = next;
      return takeOf(...next);
    },
    takeOfMost(above) {
      let [most] = byName;
      for (const entry of byName) if (most && entry[1].size > most[1].size) most = entry;
      return most && most[1].size > above ? takeOf(...most) : undefined;
    },
    delete: remove,
    size: () => size,
    sizeOf: (name) => byName.get(name)?.size ?? 0,
  };
}
