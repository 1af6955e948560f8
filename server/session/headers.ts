import { LIMITS } from "~server/limits";

export const SESSION_AGE_MS = 7 * 24 * 60 * 60_000;
export const FLOW_AGE_MS = 15 * 60_000;

export const PRIVATE_HEADERS = { "Cache-Control": "no-store" } as const;

export const RETRY_HEADERS = { "Retry-After": "10" } as const;

/** Headers of a form that failed (503); its page shows the same wait. */
export const FORM_RETRY_HEADERS = { "Retry-After": "60" } as const;

/** Headers of the response to too many lookups of things that do not exist (429). */
export const LIMIT_HEADERS = { ...PRIVATE_HEADERS, "Retry-After": String(LIMITS.lookups.perMs / 1000) } as const;
