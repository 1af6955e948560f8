import { NOT_FOUND_LOOKUPS } from "~server/store/rate-limit";

/** Pages about one visitor: kept by no cache, shared or private. */
export const PRIVATE_HEADERS = { "Cache-Control": "no-store" } as const;

/** For a page whose data cannot be had now (503): machines that ask again need not ask sooner; in seconds. */
export const RETRY_HEADERS = { "Retry-After": "10" } as const;

/** For a form that failed (503): as long as its page asks to wait before it is sent again (behaviour 13.33). */
export const FORM_RETRY_HEADERS = { "Retry-After": "60" } as const;

/** For who has looked for too much that there is not (429): by then it is over. */
export const LIMIT_HEADERS = { ...PRIVATE_HEADERS, "Retry-After": String(NOT_FOUND_LOOKUPS.perMs / 1000) } as const;
