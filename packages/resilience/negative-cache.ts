import { LRUCache } from "lru-cache";
import { ageOf } from "./age";

interface Failed<Failure> {
  error: Failure;
  times: number;
  failedMs: number;
}

/**
 * Remembers failures by key; each may be tried again after a backoff that doubles.
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

  /** The last failure; `isRecent` means it is too early for another try. */
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
    /** Several at once count as one. */
    note(key: string, error: Failure): void {
      const before = get(key);
      if (before?.isRecent) return;
      const times = before ? (failures.peek(key)?.times ?? 0) : 0;
      failures.set(key, { error, times: times + 1, failedMs: Date.now() });
    },
    evict: (key: string) => void failures.delete(key),
  };
}
