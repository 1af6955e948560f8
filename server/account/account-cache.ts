import { LRUCache } from "lru-cache";

/** Creates a cache by account. Sets `maxSize`, because with `max` the library would allocate all its space at once. */
export const accountCache = <T extends object>(ttlMs: number): LRUCache<string, T> =>
  new LRUCache<string, T>({ maxSize: 30_000, sizeCalculation: () => 1, ttl: ttlMs });
