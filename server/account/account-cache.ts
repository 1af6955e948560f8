import { LRUCache } from "lru-cache";

/** Caches a value for each of the latest accounts. With a `max` the library would reserve its space at once. */
export const accountCache = <T extends object>(ttlMs: number): LRUCache<string, T> =>
  new LRUCache<string, T>({ maxSize: 30_000, sizeCalculation: () => 1, ttl: ttlMs });
