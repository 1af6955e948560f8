import { LRUCache } from "lru-cache";
import { registerGauge } from "@storefront/observability/gauges";
import { ageOf } from "@storefront/resilience/age";
import type { Rejection, UpstreamUnavailable } from "./failures";
import type { CacheOptions } from "./options";

/** The number of failed reads that are remembered; an evicted one is tried again. */
export const FAILURES_MAX = 1_000;

interface Failed {
  error: Rejection | UpstreamUnavailable;
  /** In a row. */
  times: number;
  /** Milliseconds since 1970. */
  failedMs: number;
}

/**
 * The cached reads whose last try has failed, by key: the upstream is called again only after a backoff that doubles
 * each time. They have a cache of their own, so that ten thousand addresses that fail push no good response out.
 */
export function createNegativeCache({
  retryFirstMs,
  retryLongestMs,
  staleMs,
}: Pick<CacheOptions, "retryFirstMs" | "retryLongestMs" | "staleMs">) {
  const failures = new LRUCache<string, Failed>({ max: FAILURES_MAX });
  registerGauge("failed reads", () => failures.size);

  const pauseMs = ({ times }: Failed) => Math.min(retryFirstMs * 2 ** (times - 1), retryLongestMs);

  /**
   * How the last try of a read has failed; undefined where it did not, or nothing was cached for so long that it no
   * longer matters.
   *
   * @returns the failure, and whether it is too early to try again
   */
  function get(key: string): { error: Failed["error"]; isRecent: boolean } | undefined {
    const failed = failures.get(key);
    if (!failed) return undefined;
    const ageMs = ageOf(failed.failedMs);
    if (ageMs > staleMs) return undefined;
    return { error: failed.error, isRecent: ageMs < pauseMs(failed) };
  }

  return {
    get,
    /** Remembers that a try has failed. Several at a time count as one. */
    note(key: string, error: Failed["error"]): void {
      const before = get(key);
      if (before?.isRecent) return;
      const times = before ? (failures.peek(key)?.times ?? 0) : 0;
      failures.set(key, { error, times: times + 1, failedMs: Date.now() });
    },
    /** The upstream has responded. */
    evict: (key: string) => void failures.delete(key),
    /** Forgets those whose key contains a text. */
    evictAll(part: string): void {
      for (const key of failures.keys()) if (key.includes(part)) failures.delete(key);
    },
  };
}
