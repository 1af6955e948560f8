/** Deadlines of upstream calls, and ages of cached public responses. */

export const READ_DEADLINE_MS = 3_000;
/** Shorter than the form's deadline, to leave time for finding the outcome of a call without a response. */
export const WRITE_DEADLINE_MS = 3_500;
export const PURCHASE_DEADLINE_MS = 20_000;
export const UPLOAD_DEADLINE_MS = 60_000;

/** How long a public response is fresh, and how long it may be shown stale while it is revalidated. */
export const PUBLIC_FRESH_MS = 30_000;
export const PUBLIC_STALE_MS = 5 * 60_000;
/** The backoff after a failed public read doubles with each further failure, up to the longest. */
export const PUBLIC_RETRY_FIRST_MS = 1_000;
export const PUBLIC_RETRY_LONGEST_MS = 30_000;
/** How long a visitor without any cached data waits for such a retry. */
export const PUBLIC_RETRY_WAIT_MS = 1_000;
