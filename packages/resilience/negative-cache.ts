import { LRUCache } from "lru-cache";
import { ageOf } from "./age";

interface Failed<Failure> {
  error: Failure;
  times: number;
  failedMs: number;
}

/**
 * Remembers failures by key. A key may be tried again after a backoff that doubles.
 *
 * @param options.max beyond this number, failures are evicted and their keys may be tried again
 * @param options.staleMs failures older than this no longer matter
 */
export function createNegativeCache<Failure>(options: {
  max: number;
  retryFirstMs: number;
  retryLongestMs: number;
  staleMs: number;
}) {
  const { max, retryFirstMs, retryLongestMs, staleMs } = options;
  const failures = new LRUCache<string, Failed<Failure>>({ max });

  /** Returns the last failure; `isRecent` means that it is too early for another try. */
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
    /** Concurrent failures count as one. */
    note(key: string, error: Failure): void {
      const before = get(key);
      if (before?.isRecent) return;
      const times = before ? (failures.peek(key)?.times ?? 0) : 0;
      failures.set(key, { error, times: times + 1, failedMs: Date.now() });
    },
    evict: (key: string) => void failures.delete(key),
  };
}
