/**
 * Page cache TTL: how long a page that is no longer fresh is served while one rendering revalidates it (RFC 5861). An
 * older one is rendered before it is served (behaviour 14.4). The upstream client limits the age of its data.
 */
export const PAGE_STALE_MS = 5 * 60_000;
/** Bytes of all pages together, rendered and compressed. */
export const PAGE_CACHE_MAX_BYTES = 24 * 1024 * 1024;
