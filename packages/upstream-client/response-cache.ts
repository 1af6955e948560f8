import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { registerGauge } from "@storefront/observability/metrics";
import { ageOf } from "@storefront/resilience/age";
import { notePublicChange } from "./cache-dependencies";
import type { CacheOptions } from "./options";

export interface CachedResponse {
  value: unknown;
  /** The time of the request; the data may be that old. */
  askedMs: number;
  /** The order of the request: a later one has a greater number. */
  sequence: number;
  characters: number;
  digest: string;
}

export type SentRequest = Pick<CachedResponse, "askedMs" | "sequence">;

const ENTRIES_MAX = 1_000;
/** The maximum characters of all entries as JSON. A maximum number of entries would not limit the memory. */
const CHARACTERS_MAX = 16 * 1024 * 1024;

export function createResponseCache({ freshMs, staleMs }: Pick<CacheOptions, "freshMs" | "staleMs">) {
  const entries = new LRUCache<string, CachedResponse>({
    max: ENTRIES_MAX,
    maxSize: CHARACTERS_MAX,
    sizeCalculation: ({ characters }) => characters,
  });
  registerGauge("public answers", () => entries.size);

  let lastSequence = 0;

  const isShowable = ({ askedMs }: CachedResponse): boolean => ageOf(askedMs) <= staleMs;

  return {
    isShowable,
    /** Evicts an item that does not exist or is rejected, so that it is not shown when the upstream fails later. */
    evict(key: string): void {
      entries.delete(key);
      notePublicChange(key);
    },
    noteRequest(): SentRequest {
      lastSequence += 1;
      return { askedMs: Date.now(), sequence: lastSequence };
    },
    get: (key: string): CachedResponse | undefined => entries.get(key),
    isFresh: ({ askedMs }: CachedResponse): boolean => ageOf(askedMs) < freshMs,
    /**
     * Caches a frozen response, unless a response to a later request is cached. One that `isCacheable` refuses still
     * evicts an earlier one.
     */
    set(key: string, value: unknown, sent: SentRequest, isCacheable: boolean): CachedResponse {
      freeze(value);
      const text = JSON.stringify(value ?? null);
      const digest = createHash("sha256").update(text).digest("base64");
      const entry = { ...sent, value, characters: text.length, digest };
      const before = entries.peek(key);
      if (before && before.sequence > sent.sequence) return entry;
      if (isCacheable) entries.set(key, entry);
      else entries.delete(key);
      // A response that is too old to be shown counts as missing, because pages were rendered without it.
      if (!before || !isShowable(before) || before.digest !== digest) notePublicChange(key);
      return entry;
    },
  };
}

function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  Object.values(value).forEach(freeze);
  Object.freeze(value);
}
