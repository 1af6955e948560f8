/**
 * Page cache TTL, in the words of RFC 9111 and RFC 5861: how long a page is fresh, and how long a stale one is served
 * while one rendering revalidates it (behaviour 14.4). How old what it shows may be is another matter: that is the age
 * of the upstream's responses (`PUBLIC_FRESH_MS`), which a page is rendered from.
 */
export const PAGE_FRESH_MS = 30_000;
/** From the rendering; what is older is rendered before it is served. */
export const PAGE_STALE_MS = 5 * 60_000;
/** Bytes of all pages together, rendered and compressed. */
export const PAGE_CACHE_MAX_BYTES = 24 * 1024 * 1024;
