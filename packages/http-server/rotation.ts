/** Items by name, which are taken from the names in turn: whoever has many delays another name by one of them. */
export interface Rotation<T> {
  /** An item that is there already keeps its place. */
  add(name: string, item: T): void;
  /** The oldest item of the name whose turn it is. */
  take(): T | undefined;
  size(): number;
  sizeOf(name: string): number;
}

/** Makes an empty rotation. */
export function createRotation<T>(): Rotation<T> {
  const byName = new Map<string, Set<T>>();
  let size = 0;
  return {
    add(name, item) {
      const own = byName.get(name) ?? new Set<T>();
      byName.set(name, own);
      if (own.has(item)) return;
      own.add(item);
      size += 1;
    },
    take() {
      for (const [name, own] of byName) {
        byName.delete(name);
        const [item] = own;
        if (item === undefined) continue;
        own.delete(item);
        size -= 1;
        if (own.size > 0) byName.set(name, own);
        return item;
      }
    },
    size: () => size,
    sizeOf: (name) => byName.get(name)?.size ?? 0,
  };
}
