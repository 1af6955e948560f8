import { LIMITS } from "~server/limits";

/** How long a browser's session and flow last, and what the server stores for them. */

export const SESSION_AGE_MS = 7 * 24 * 60 * 60_000;
export const FLOW_AGE_MS = 15 * 60_000;

/** Pages about one visitor: no cache stores them, shared or private. */
export const PRIVATE_HEADERS = { "Cache-Control": "no-store" } as const;

/** For a page whose data is unavailable (503): the earliest retry, in seconds. */
export const RETRY_HEADERS = { "Retry-After": "10" } as const;

/** For a form that failed (503): the wait that its page shows too (behaviour 13.33). */
export const FORM_RETRY_HEADERS = { "Retry-After": "60" } as const;

/** For too many lookups of things that do not exist (429): the limit is over by then. */
export const LIMIT_HEADERS = { ...PRIVATE_HEADERS, "Retry-After": String(LIMITS.lookups.perMs / 1000) } as const;
