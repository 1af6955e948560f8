import { LRUCache } from "lru-cache";
import { ageOf } from "./age";

interface Failed<Failure> {
  error: Failure;
  /** In a row. */
  times: number;
  /** Milliseconds since 1970. */
  failedMs: number;
}

/**
 * What failed at its last try, by key: it is tried again only after a backoff that doubles each time.
 *
 * @param options.max the number of failures that are remembered; what is evicted is tried again
 * @param options.staleMs the age after which a failure no longer matters
 */
export function createNegativeCache<Failure>(options: {
  max: number;
  retryFirstMs: number;
  retryLongestMs: number;
  staleMs: number;
}) {
  const { max, retryFirstMs, retryLongestMs, staleMs } = options;
  const failures = new LRUCache<string, Failed<Failure>>({ max });

  /**
   * How the last try has failed; undefined where it did not, or so long ago that it no longer matters.
   *
   * @returns the failure, and whether it is too early to try again
   */
  function get(key: string): { error: Failure; isRecent: boolean } | undefined {
    const failed = failures.get(key);
    if (!failed) return undefined;
    const ageMs = ageOf(failed.failedMs);
    if (ageMs > staleMs) return undefined;
    const pauseMs = Math.min(retryFirstMs * 2 ** (failed.times - 1), retryLongestMs);
    return { error: failed.error, isRecent: ageMs < pauseMs };
  }

  return {
    get,
    size: () => failures.size,
    /** Remembers that a try has failed. Several at a time count as one. */
    note(key: string, error: Failure): void {
      const before = get(key);
      if (before?.isRecent) return;
      const times = before ? (failures.peek(key)?.times ?? 0) : 0;
      failures.set(key, { error, times: times + 1, failedMs: Date.now() });
    },
    /** A try has succeeded. */
    evict: (key: string) => void failures.delete(key),
    /** Forgets those whose key contains a text. */
    evictAll(part: string): void {
      for (const key of failures.keys()) if (key.includes(part)) failures.delete(key);
    },
  };
}
