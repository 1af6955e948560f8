/** Deadlines of the platform's calls, and how old its public answers may be (behaviour 7). */

export const READ_DEADLINE_MS = 3_000;
/**
 * Writes that are neither a purchase nor an upload: sign-in, codes, sign-out, enquiries. Shorter than the form's
 * deadline, so that what has no answer by then can still be looked for.
 */
export const WRITE_DEADLINE_MS = 3_500;
export const PURCHASE_DEADLINE_MS = 20_000;
export const UPLOAD_DEADLINE_MS = 60_000;

/**
 * A public answer is fresh for so long; after that it is shown at once while it is renewed, up to the second time
 * (behaviour 3.35).
 */
export const PUBLIC_FRESH_MS = 30_000;
export const PUBLIC_STALE_MS = 5 * 60_000;
/**
 * After a public read has failed it is tried again when this time is over, after each further failure twice as long, up
 * to the longest (behaviour 13.15).
 */
export const PUBLIC_RETRY_FIRST_MS = 1_000;
export const PUBLIC_RETRY_LONGEST_MS = 30_000;
/** How long a visitor waits for that next try, where there is nothing to show meanwhile. */
export const PUBLIC_RETRY_WAIT_MS = 1_000;
