import { LRUCache } from "lru-cache";
import { randomUUID } from "node:crypto";
import { singleWrites, type Change, type Committed, type Store } from "./store";

/**
 * The maximum size per kind of key (the part before the colon), in UTF-16 units of key and value plus an overhead per
 * entry: at most 20,000 entries. The cache's `max` would allocate memory at the start.
 */
const KIND_MAX_SIZE = 8_000_000;
const ENTRY_SIZE = 400;

/**
 * Makes a store in this process, for use when the shared one does not respond. New values evict the oldest of the same
 * kind, so that many values of one kind cannot evict those of another.
 */
export function memoryStore(): Store {
  const kinds = new Map<string, LRUCache<string, string>>();
  const epoch = randomUUID();

  function kindOf(key: string): LRUCache<string, string> {
    const name = key.slice(0, Math.max(key.indexOf(":"), 0));
    let kind = kinds.get(name);
    if (!kind) {
      kind = new LRUCache<string, string>({
        maxSize: KIND_MAX_SIZE,
        sizeCalculation: (value, itsKey) => ENTRY_SIZE + value.length + itsKey.length,
        ttl: 1,
        ttlResolution: 0,
        perf: { now: () => Date.now() },
      });
      kinds.set(name, kind);
    }
    return kind;
  }

  // It is atomic, because there is no await between read and write.
  async function commit({ expect = {}, epoch: wanted = epoch, write }: Change): Promise<Committed> {
    for (const [key, expected] of Object.entries(expect)) {
      if ((kindOf(key).get(key) ?? null) !== expected) return "conflict";
    }
    if (wanted !== epoch) return "otherEpoch";
    for (const [key, entry] of Object.entries(write)) {
      if (entry) kindOf(key).set(key, entry.value, { ttl: entry.ageMs });
      else kindOf(key).delete(key);
    }
    return "done";
  }

  return {
    get: async (key) => kindOf(key).get(key) ?? null,
    getAll: async (keys) => keys.map((key) => kindOf(key).get(key) ?? null),
    ...singleWrites(commit),
    commit,
    epoch: async () => epoch,
    nowMs: async () => Date.now(),
    probe: async () => undefined,
    close: async () => kinds.clear(),
  };
}
