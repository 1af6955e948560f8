import { LRUCache } from "lru-cache";
import { ageOf } from "./age";

interface Failed<Failure> {
  error: Failure;
  times: number;
  failedMs: number;
}

/**
 * What failed at its last try, by key: it is tried again after a backoff that doubles each time.
 *
 * @param options.max evicted failures are tried again
 * @param options.staleMs older failures no longer matter
 */
export function createNegativeCache<Failure>(options: {
  max: number;
  retryFirstMs: number;
  retryLongestMs: number;
  staleMs: number;
}) {
  const { max, retryFirstMs, retryLongestMs, staleMs } = options;
  const failures = new LRUCache<string, Failed<Failure>>({ max });

  /** The failure of the last try; `isRecent`: it is too early for another one. */
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
    /** Several at a time count as one. */
    note(key: string, error: Failure): void {
      const before = get(key);
      if (before?.isRecent) return;
      const times = before ? (failures.peek(key)?.times ?? 0) : 0;
      failures.set(key, { error, times: times + 1, failedMs: Date.now() });
    },
    evict: (key: string) => void failures.delete(key),
  };
}
