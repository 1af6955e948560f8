import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { registerGauge } from "@storefront/observability/gauges";
import { ageOf } from "@storefront/resilience/age";
import { notePublicChange } from "./cache-dependencies";
import type { CacheOptions } from "./options";

/** A good response. */
export interface CachedResponse {
  value: unknown;
  /** When it was requested, in milliseconds since 1970: its data may be as old as that. */
  askedMs: number;
  /** Of its request: a later request has a greater one. */
  sequence: number;
  characters: number;
  digest: string;
}

/** When a request was sent, and its order among the others. */
export type SentRequest = Pick<CachedResponse, "askedMs" | "sequence">;

const ENTRIES_MAX = 1_000;
/** Of all entries together, as JSON: their number alone does not bound the memory, since pages differ in size. */
const CHARACTERS_MAX = 16 * 1024 * 1024;

/** The good responses of cached reads, by key, bounded in memory. */
export function createResponseCache({ freshMs, staleMs }: Pick<CacheOptions, "freshMs" | "staleMs">) {
  const entries = new LRUCache<string, CachedResponse>({
    max: ENTRIES_MAX,
    maxSize: CHARACTERS_MAX,
    sizeCalculation: ({ characters }) => characters,
  });
  registerGauge("public answers", () => entries.size);

  let lastSequence = 0;
  /** Responses to requests up to this one are no longer cached. */
  let evictedUpTo = 0;

  /** Whether a response to a request may still be cached, and its failure remembered. */
  const isCurrent = ({ sequence }: SentRequest): boolean => sequence > evictedUpTo;

  /** Whether a response may still be shown. */
  const isShowable = ({ askedMs }: CachedResponse): boolean => ageOf(askedMs) <= staleMs;

  /** What was requested does not exist, or is rejected: it must not be returned when the upstream fails later. */
  function evict(key: string): void {
    entries.delete(key);
    notePublicChange(key);
  }

  return {
    isCurrent,
    isShowable,
    evict,
    /** Notes the time and the order of a request that is about to be sent. */
    noteRequest(): SentRequest {
      lastSequence += 1;
      return { askedMs: Date.now(), sequence: lastSequence };
    },
    /** The last good response, however old. */
    get: (key: string): CachedResponse | undefined => entries.get(key),
    isFresh: ({ askedMs }: CachedResponse): boolean => ageOf(askedMs) < freshMs,
    /**
     * Caches a response, frozen, since visitors share it; unless one to a later request is cached already.
     *
     * @param isCacheable false for a response that is not worth its memory; an earlier one is evicted then
     */
    set(key: string, value: unknown, sent: SentRequest, isCacheable: boolean): CachedResponse {
      freeze(value);
      const text = JSON.stringify(value ?? null);
      const digest = createHash("sha256").update(text).digest("base64");
      const entry = { ...sent, value, characters: text.length, digest };
      const before = entries.peek(key);
      if (!isCurrent(sent) || (before && before.sequence > sent.sequence)) return entry;
      if (isCacheable) entries.set(key, entry);
      else entries.delete(key);
      // One that was too old to be shown is as good as none: pages were made without it.
      if (!before || !isShowable(before) || before.digest !== digest) notePublicChange(key);
      return entry;
    },
    /** Forgets the responses whose key contains a text, and those on their way. */
    evictAll(part: string): void {
      evictedUpTo = lastSequence;
      for (const key of entries.keys()) {
        if (key.includes(part)) evict(key);
      }
    },
  };
}

function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  Object.values(value).forEach(freeze);
  Object.freeze(value);
}
