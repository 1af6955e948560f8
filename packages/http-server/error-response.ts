export type ErrorStatus =
  | (301 | 308)
  | (400 | 403 | 404 | 405 | 408 | 411 | 413 | 414 | 415 | 417 | 421 | 429 | 431)
  | (500 | 503);

export interface ErrorResponse {
  status: ErrorStatus;
  headers?: Readonly<Record<string, string>>;
  /** Closes the connection with the response, because the body is not read. */
  closes?: boolean;
}

export interface ErrorDetails {
  method?: string | undefined;
  /** In seconds, as in the header. */
  retryAfter?: string | undefined;
}

/**
 * Makes the page of an error: its bytes, and its headers with Content-Length. The visitor can quote the `requestId`.
 */
export type ErrorPage = (
  status: ErrorStatus,
  requestId: string,
  details?: ErrorDetails,
) => { headers: Record<string, string>; body: Buffer };
