export type ErrorStatus =
  | (301 | 308)
  | (400 | 403 | 404 | 405 | 408 | 411 | 413 | 414 | 415 | 417 | 421 | 429 | 431)
  | (500 | 503);

export interface ErrorResponse {
  status: ErrorStatus;
  headers?: Readonly<Record<string, string>>;
  /** True if the connection must close after the response, because the body is not read. */
  closes?: boolean;
}

export interface ErrorDetails {
  method?: string | undefined;
  /** The value of `Retry-After` in seconds. */
  retryAfter?: string | undefined;
}

/** Makes an error page: its bytes, and its headers including Content-Length. The visitor can quote the `requestId`. */
export type ErrorPage = (
  status: ErrorStatus,
  requestId: string,
  details?: ErrorDetails,
) => { headers: Record<string, string>; body: Buffer };
