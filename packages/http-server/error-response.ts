import type { IncomingMessage, ServerResponse } from "node:http";
import { REQUEST_ID_HEADER } from "@storefront/observability/request-id";
import { guarded } from "@storefront/resilience/guarded";

/** Responses of the server itself, before the app runs. They repeat nothing of the request but its id. */

/** The statuses of this package's own responses. */
export type ErrorStatus =
  | (301 | 308)
  | (400 | 403 | 404 | 405 | 408 | 411 | 413 | 414 | 415 | 417 | 421 | 429 | 431)
  | (500 | 503);

/** Why a request is not served. */
export interface ErrorResponse {
  status: ErrorStatus;
  headers?: Readonly<Record<string, string>>;
  /** The body is not read: the connection ends with the response. */
  closes?: boolean;
}

/** Details of an error page beside its status. */
export interface ErrorDetails {
  method?: string | undefined;
  /** In seconds, as in the header. */
  retryAfter?: string | undefined;
}

/**
 * Makes the page of an error.
 *
 * @param requestId what the visitor can quote
 * @returns its bytes and the headers that describe them, Content-Length among them
 */
export type ErrorPage = (
  status: ErrorStatus,
  requestId: string,
  details?: ErrorDetails,
) => { headers: Record<string, string>; body: Buffer };

/** How long a body that was given up is still read; otherwise the response would be lost on its way. */
export const BODY_LINGER_MS = 2_000;

/**
 * Responds with an error page.
 *
 * @param req the request; when the response closes, the rest of its body is thrown away unread
 * @param res nothing of it may have been sent, and it already has the header with the request's id
 */
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
  // The response is complete by its length; ending it is what closes the connection. If it were closed immediately, the
  // visitor's system would drop the response unread, because bytes of theirs were still under way.
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
