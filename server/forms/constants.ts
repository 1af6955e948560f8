/** The excess is read and discarded up to this limit, because browsers show no response before they have sent all. */
export const FORM_READ_MAX_BYTES = 64 * 1024 * 1024;
export const UPLOAD_FORM_MAX_BYTES = 512 * 1024 * 1024;

export const REQUEST_TIMEOUT_MS = 30_000;
export const UPLOAD_REQUEST_TIMEOUT_MS = 120_000;
/** Uploads at this speed or faster may take longer: three photos over a slow mobile connection. */
export const STEADY_UPLOAD_BYTES_PER_S = 8_000;
export const STEADY_UPLOAD_TIMEOUT_MS = 600_000;

/** Deadline of an action's upstream calls together. The page then reads for at most a second, so visitors wait 6 s. */
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
