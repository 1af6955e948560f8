import type { HeadersFunction } from "@remix-run/node";

/** Pages about one visitor: kept by no cache, shared or private. */
export const PRIVATE_HEADERS = { "Cache-Control": "no-store" } as const;

/** For a page whose data cannot be had now (503): machines that ask again need not ask sooner; in seconds. */
export const RETRY_HEADERS = { "Retry-After": "10" } as const;

function withRetry(headers: Headers, ...sources: (Headers | undefined)[]): Headers {
  const retryAfter = sources.map((source) => source?.get("retry-after")).find((value) => value != null);
  if (retryAfter) headers.set("Retry-After", retryAfter);
  return headers;
}

/**
 * The `headers` export of a private route: never stored, and the `Retry-After` of a limited form or of a page without its data
 * reaches the document.
 */
export const privateHeaders: HeadersFunction = ({ actionHeaders, loaderHeaders, errorHeaders }) =>
  withRetry(new Headers(PRIVATE_HEADERS), actionHeaders, errorHeaders, loaderHeaders);

/** The `headers` export of a route that is the same for everybody: the `Retry-After` of a page without its data. */
export const publicHeaders: HeadersFunction = ({ loaderHeaders }) => withRetry(new Headers(), loaderHeaders);
