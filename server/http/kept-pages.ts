import type { IncomingMessage, ServerResponse } from "node:http";
import type { Watch } from "~server/http/access-log";
import { HEADER_LINES_MAX } from "~server/http/guards";
import type { PageCache, Ready } from "~server/page-cache/page-cache";
import { pageAnswers } from "~server/tallies";

/**
 * Answers with pages that are kept, before anything else is done for a request: no more is looked at than what the
 * guards would look at (decision 0075).
 */

/** What is needed to answer at once. */
export interface AtOnce {
  pages: PageCache;
  /** As a request for this site names it. */
  ownHost: string;
  trustedHops: number;
  identify: (req: IncomingMessage) => string;
  /** Whether a request is one that something else is to be done for first. */
  isFirstVisit: (req: IncomingMessage) => boolean;
  watch: Watch;
}

/**
 * Makes what answers a request with a page that is kept.
 *
 * @returns a function that is true when it has answered, and has touched nothing when it is false
 */
export function answerAtOnce(options: AtOnce): (req: IncomingMessage, res: ServerResponse) => boolean {
  const { pages, identify, isFirstVisit, watch } = options;
  return (req, res) => {
    const startedAtMs = performance.now();
    if (!isPlain(req, options)) return false;
    const ready = pages.kept(req);
    if (!ready || isFirstVisit(req)) return false;
    const id = identify(req);
    const ended = watch(req, { requestId: id, shape: ready.shape, startedAtMs });
    sendReady(req, res, ready, id);
    ended(ready.status);
    return true;
  };
}

/** Whether every guard lets a request pass: one that it might not is left to them. */
function isPlain(req: IncomingMessage, { ownHost, trustedHops }: AtOnce): boolean {
  const { rawHeaders, headers } = req;
  if (req.httpVersion !== "1.1" || rawHeaders.length / 2 > HEADER_LINES_MAX || headers.host !== ownHost) return false;
  if (headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined) return false;
  const forwarded = headers["x-forwarded-host"];
  if (trustedHops > 0 && forwarded !== undefined && forwarded !== ownHost) return false;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts === 1;
}

/**
 * Sends a page.
 *
 * @param id the request's
 */
export function sendReady(
  req: IncomingMessage,
  res: ServerResponse,
  { source, status, head, body, cookies }: Ready,
  id: string,
) {
  pageAnswers.counts[source] += 1;
  // The same list for every answer: only the id is another one, and its bytes are written at once.
  head[head.length - 1] = id;
  if (res.getHeaderNames().length > 0) {
    for (const cookie of cookies) res.appendHeader("Set-Cookie", cookie);
    res.writeHead(status, head);
  } else {
    // Node writes one list twice as fast as headers that were set one by one.
    res.writeHead(
      status,
      cookies.length === 0 ? head : [...cookies.flatMap((value) => ["Set-Cookie", value]), ...head],
    );
  }
  res.end(req.method === "HEAD" ? undefined : body);
}
