import type { IncomingMessage } from "node:http";
import type { Logger } from "pino";
import { acceptedEncoding } from "@storefront/http-server/encoding";
import { isFresh } from "@storefront/http-server/static-files";
import { registerCounter } from "@storefront/observability/counters";
import { describeError } from "@storefront/observability/log";
import { newRequestId, withRequestId } from "@storefront/observability/request-id";
import type { Encoding, Entry, Rendered } from "./entry";
import { createStoredPages, type Dependencies, type PageToStore } from "./stored-pages";

/** Different texts of `Accept-Encoding` whose meaning is remembered. */
const ENCODINGS_REMEMBERED = 200;

/** How the response was made: a hit (fresh, or stale while it is revalidated), or a miss, which was rendered. */
export type CacheResult = "fresh" | "stale" | "rendered";

export const pageCacheResponses = registerCounter<CacheResult | "bypass">({
  metric: "storefront_page_cache_responses_total",
  help: "Public pages by what they were answered with; bypass: rendered for a visitor of its own, or a search",
  label: "kind",
  counts: { fresh: 0, stale: 0, rendered: 0, bypass: 0 },
});

/**
 * Which page, and which representation of it (RFC 9111, 2 and 4.1): each has its own `id`. The product's has more, for
 * its rendering.
 */
export interface CacheKey extends PageToStore {
  /** The shape of the page's route, for the log. */
  shape: string;
}

/** A response of the cache that is ready to be sent. */
export interface CachedResponse {
  shape: string;
  result: CacheResult;
  /** Whether the page is stored, and not only shown to those who waited for it. */
  isStored: boolean;
  status: number;
  /** Names and values in turn; the last value is the id of the request. */
  head: string[];
  /** Undefined for 304. */
  body: Buffer | undefined;
  /** Set-Cookie values of this visitor's, which the stored page has not. */
  cookies: readonly string[];
}

/** A cache of whole pages, in front of the app. */
export interface PageCache<Key extends CacheKey> {
  /**
   * A hit: what is stored under a key, fresh, or stale while one rendering revalidates it (RFC 5861). Undefined for a
   * miss.
   */
  peek: (req: IncomingMessage, key: Key) => CachedResponse | undefined;
  /**
   * Renders a page, once for all concurrent requests, and stores it if it may be.
   *
   * @throws what the rendering throws
   */
  render: (req: IncomingMessage, key: Key) => Promise<CachedResponse>;
  /** Stops listening for changes (purges). */
  close: () => void;
}

export interface PageCacheOptions<Key extends CacheKey> {
  /** Renders the page of a key, for a request without a visitor. */
  render: (key: Key) => Promise<Rendered>;
  /** Set-Cookie values that go with a page and are the visitor's own. */
  cookiesFor: (key: Key, entry: Entry, cookies: string | undefined) => readonly string[];
  /** The data that a page is made from, and their changes, which purge it. */
  dependencies: Dependencies;
  log: Logger;
}

/** Makes the page cache of a process, empty. */
export function createPageCache<Key extends CacheKey>(options: PageCacheOptions<Key>): PageCache<Key> {
  const { render, cookiesFor, dependencies, log } = options;
  const pages = createStoredPages(dependencies, (error) =>
    log.error({ error: describeError(error) }, "a page could not be renewed"),
  );
  const encodings = new Map<string, Encoding>();

  function encodingFor(req: IncomingMessage): Encoding {
    const accepted = req.headers["accept-encoding"] ?? "";
    let encoding = encodings.get(accepted);
    if (encoding === undefined) {
      encoding = acceptedEncoding(accepted) ?? "identity";
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
      // A prefetched page has not been opened by the visitor.
      cookies: purpose === undefined ? cookiesFor(key, entry, cookies) : [],
    };
  }

  return {
    peek(req, key) {
      const entry = pages.get(key, () => withRequestId(newRequestId(), () => render(key)));
      return entry && responseOf(req, key, entry, isFreshEntry(entry, key) ? "fresh" : "stale");
    },
    render: async (req, key) => responseOf(req, key, await pages.fill(key, () => render(key)), "rendered"),
    close: pages.close,
  };
}

const isFreshEntry = ({ renderedAtMs }: Entry, { freshMs }: PageToStore) => Date.now() - renderedAtMs < freshMs;
