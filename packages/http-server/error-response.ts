import type { IncomingMessage, ServerResponse } from "node:http";
import { REQUEST_ID_HEADER } from "@storefront/observability/request-id";
import { guarded } from "@storefront/resilience/guarded";

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

/** How long a rejected body is still read. Closing at once would reset the connection and lose the response. */
export const BODY_LINGER_MS = 2_000;

/** Responds with an error page if nothing was sent yet. Repeats nothing from the request but its id and method. */
export function sendError(req: IncomingMessage, res: ServerResponse, error: ErrorResponse, errorPage: ErrorPage): void {
  const { headers, body } = errorPage(error.status, String(res.getHeader(REQUEST_ID_HEADER) ?? ""), {
    method: req.method,
    retryAfter: error.headers?.["Retry-After"],
  });
  res.writeHead(error.status, {
    ...headers,
    ...error.headers,
    ...(error.closes ? { Connection: "close" } : {}),
  });
  if (!error.closes || req.readableEnded) return void res.end(req.method === "HEAD" ? undefined : body);
  // The length completes the response; ending it closes the connection.
  if (req.method !== "HEAD") res.write(body);
  const end = guarded(() => {
    clearTimeout(lingering);
    res.end();
  });
  const lingering = setTimeout(end, BODY_LINGER_MS);
  req.once("end", end);
  req.once("close", end);
  req.resume();
}
