/** Limits of the request that carries a form: the HTTP server enforces them, and the form relies on them. */

/**
 * How much of a body is read. Browsers show no response before they have sent the whole body, and the page is to name
 * what was too large. So the excess is discarded as it comes, and the connection is cut only beyond this.
 */
export const FORM_READ_MAX_BYTES = 64 * 1024 * 1024;
export const UPLOAD_FORM_MAX_BYTES = 512 * 1024 * 1024;

/** How long receiving a whole request may take. */
export const REQUEST_TIMEOUT_MS = 30_000;
export const UPLOAD_REQUEST_TIMEOUT_MS = 120_000;
/** An upload may take longer while it moves faster than this, such as three photos over a slow mobile connection. */
export const STEADY_UPLOAD_BYTES_PER_S = 8_000;
export const STEADY_UPLOAD_TIMEOUT_MS = 600_000;

/**
 * All reads and writes of a form's action together. The page is rendered after that; its reads wait a second at most
 * when the upstream hangs, so that the visitor has the page within 6 s.
 */
export const FORM_DEADLINE_MS = 4_300;

/** The JSON object in a text; null for anything else. For untrusted texts: never throws. */
export function parseObject(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
