import type { HeadersFunction } from "@remix-run/node";

/** Pages about one visitor: kept by no cache, shared or private. */
export const PRIVATE_HEADERS = { "Cache-Control": "no-store" } as const;

/**
 * The `headers` export of a private route: never stored, and a limited form's `Retry-After` reaches the document.
 */
export const privateHeaders: HeadersFunction = ({ actionHeaders, errorHeaders }) => {
  const headers = new Headers(PRIVATE_HEADERS);
  const retryAfter = actionHeaders.get("retry-after") ?? errorHeaders?.get("retry-after");
  if (retryAfter) headers.set("Retry-After", retryAfter);
  return headers;
};
