import type { IncomingMessage } from "node:http";
import type { Logger } from "pino";
import { acceptedEncodings } from "@storefront/http-server/encoding";
import { isFresh } from "@storefront/http-server/static-files";
import { registerCounter } from "@storefront/observability/metrics";
import { describeError } from "@storefront/observability/log";
import { newRequestId, withRequestId } from "@storefront/observability/request-id";
import { ownTurn } from "@storefront/resilience/shared-turns";
import type { Encoding, Entry, Rendered } from "./entry";
import { createStoredPages, type Dependencies, type PageToStore } from "./stored-pages";

const ENCODINGS_REMEMBERED = 200;

export type CacheResult = "fresh" | "stale" | "rendered";

export const pageCacheResponses = registerCounter<CacheResult | "bypass">({
  metric: "storefront_page_cache_responses_total",
  help: "Public pages by what they were answered with; bypass: rendered for a visitor of its own, or a search",
  label: "kind",
  counts: { fresh: 0, stale: 0, rendered: 0, bypass: 0 },
});

/** Names a representation of a page by `id`. The product's key has more fields, for rendering. */
export interface CacheKey extends PageToStore {
  shape: string;
}

export interface CachedResponse {
  shape: string;
  result: CacheResult;
  /** False for a page that is sent only to the requests that waited for it. */
  isStored: boolean;
  status: number;
  /** Names and values alternately; the last value is the request's id. */
  head: string[];
  /** The body; undefined for a 304. */
  body: Buffer | undefined;
  /** The visitor's Set-Cookie values. */
  cookies: readonly string[];
}

/** @param options.dependencies the public reads; a change of one purges the pages that depend on it */
export function createPageCache<Key extends CacheKey>(options: {
  render: (key: Key) => Promise<Rendered>;
  cookiesFor: (key: Key, entry: Entry, cookies: string | undefined) => readonly string[];
  dependencies: Dependencies;
  log: Logger;
}) {
  const { render, cookiesFor, dependencies, log } = options;
  const pages = createStoredPages(dependencies, (error) =>
    log.error({ error: describeError(error) }, "revalidating a cached page failed"),
  );
  const encodings = new Map<string, Encoding>();

  function encodingFor(req: IncomingMessage): Encoding {
    const accepted = req.headers["accept-encoding"] ?? "";
    let encoding = encodings.get(accepted);
    if (encoding === undefined) {
      encoding = acceptedEncodings(accepted)[0] ?? "identity";
      if (encodings.size < ENCODINGS_REMEMBERED && accepted.length < 100) encodings.set(accepted, encoding);
    }
    return encoding;
  }

  function responseOf(req: IncomingMessage, key: Key, entry: Entry, result: CacheResult): CachedResponse {
    const { cookie: cookies, "if-none-match": known, "sec-purpose": purpose } = req.headers;
    const isUnchanged = known !== undefined && isFresh(known, entry.etag);
    const packed = isUnchanged ? undefined : entry.packed(encodingFor(req));
    return {
      shape: key.shape,
      result,
      isStored: entry.isCacheable,
      status: isUnchanged ? 304 : entry.status,
      head: packed?.head ?? entry.unchangedHead,
      body: packed?.body,
      // The visitor has not opened a prefetched page yet, so it sets no cookies.
      cookies: purpose === undefined ? cookiesFor(key, entry, cookies) : [],
    };
  }

  return {
    /** Returns a fresh page, or a stale one while one rendering revalidates it; undefined for a miss. */
    peek(req: IncomingMessage, key: Key): CachedResponse | undefined {
      const entry = pages.get(key, () => withRequestId(newRequestId(), () => render(key)));
      return entry && responseOf(req, key, entry, isFreshEntry(entry, key) ? "fresh" : "stale");
    },
    /** Renders a page once for all concurrent requests, and stores it if allowed. Throws the rendering's error. */
    async render(req: IncomingMessage, key: Key): Promise<CachedResponse> {
      const filled = pages.fill(key, () => render(key));
      // Hundreds may wait for the page.
      await filled.then(ownTurn, ownTurn);
      return responseOf(req, key, await filled, "rendered");
    },
    close: pages.close,
  };
}

const isFreshEntry = ({ renderedAtMs }: Entry, { freshMs }: PageToStore) => Date.now() - renderedAtMs < freshMs;
