import { LRUCache } from "lru-cache";

/** Something about each of the latest accounts or sessions. Given a `max`, the library would reserve its space at once. */
export const accountCache = <T extends object>(ttlMs: number): LRUCache<string, T> =>
  new LRUCache<string, T>({ maxSize: 30_000, sizeCalculation: () => 1, ttl: ttlMs });
