import { LRUCache } from "lru-cache";
import { ageOf } from "~server/age";
import {
  PUBLIC_FAILURES_MAX,
  PUBLIC_RETRY_FIRST_MS,
  PUBLIC_RETRY_LONGEST_MS,
  PUBLIC_STALE_MS,
} from "~server/constants";
import { tellsHowMany } from "~server/held";
import type { Refused, Unavailable } from "./failures";

/**
 * The public reads whose last try has failed, by key (behaviour 13.15): the platform is asked again only after 1, 2, 4
 * … 30 s. They have a memory of their own, so that ten thousand addresses that fail push no good answer out.
 */
interface Failed {
  error: Refused | Unavailable;
  /** In a row. */
  times: number;
  /** Milliseconds since 1970. */
  failedMs: number;
}

const failures = new LRUCache<string, Failed>({ max: PUBLIC_FAILURES_MAX });
tellsHowMany("failed reads", () => failures.size);

/**
 * How the last try of a read has failed; undefined where it did not, or nothing was kept for so long that nobody has to
 * know.
 *
 * @returns the failure, and whether it is too early to ask again
 */
export function failureOf(key: string): { error: Failed["error"]; isRecent: boolean } | undefined {
  const failed = failures.get(key);
  if (!failed) return undefined;
  const ageMs = ageOf(failed.failedMs);
  if (ageMs > PUBLIC_STALE_MS) return undefined;
  return { error: failed.error, isRecent: ageMs < pauseMs(failed) };
}

/** Remembers that a try has failed. Several at a time count as one. */
export function noteFailure(key: string, error: Failed["error"]): void {
  const before = failureOf(key);
  if (before?.isRecent) return;
  const times = before ? (failures.peek(key)?.times ?? 0) : 0;
  failures.set(key, { error, times: times + 1, failedMs: Date.now() });
}

/** The platform has answered. */
export function forgetFailure(key: string): void {
  failures.delete(key);
}

/** Forgets those whose key contains a text. */
export function forgetFailures(part: string): void {
  for (const key of failures.keys()) if (key.includes(part)) failures.delete(key);
}

function pauseMs({ times }: Failed): number {
  return Math.min(PUBLIC_RETRY_FIRST_MS * 2 ** (times - 1), PUBLIC_RETRY_LONGEST_MS);
}
