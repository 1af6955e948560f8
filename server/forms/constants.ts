/** Limits of the request that carries a form: the HTTP server holds them, and the form relies on them. */

/**
 * As much of a body is read, and what is too large of it thrown away as it comes: browsers show no response before they
 * have sent the whole body, and the page is to say what was too large. A sender of more is cut off.
 */
export const FORM_READ_MAX_BYTES = 64 * 1024 * 1024;
export const UPLOAD_FORM_MAX_BYTES = 512 * 1024 * 1024;

/** How long a whole request may take to come in. */
export const REQUEST_TIMEOUT_MS = 30_000;
export const UPLOAD_REQUEST_TIMEOUT_MS = 120_000;

/**
 * All reads and writes of a form's action together. The page with the response is made after that; its reads wait a
 * second at most when the platform hangs, so that the visitor has the page within 6 s.
 */
export const FORM_DEADLINE_MS = 4_300;
