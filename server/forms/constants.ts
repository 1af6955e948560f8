/**
 * Browsers show no response before they have sent the whole body, and the page should name what was too large. So we
 * read and discard the excess, and cut the connection only beyond this.
 */
export const FORM_READ_MAX_BYTES = 64 * 1024 * 1024;
export const UPLOAD_FORM_MAX_BYTES = 512 * 1024 * 1024;

export const REQUEST_TIMEOUT_MS = 30_000;
export const UPLOAD_REQUEST_TIMEOUT_MS = 120_000;
/** A faster upload may take longer: three photos over a slow mobile connection. */
export const STEADY_UPLOAD_BYTES_PER_S = 8_000;
export const STEADY_UPLOAD_TIMEOUT_MS = 600_000;

/** For all upstream calls of an action together. The page's reads then wait at most a second: 6 s for the visitor. */
export const FORM_DEADLINE_MS = 4_300;

/** Parses a JSON object from untrusted text; null for anything else. */
export function parseObject(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
