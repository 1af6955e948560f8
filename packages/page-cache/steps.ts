import type { IncomingMessage, ServerResponse } from "node:http";
import type { Watch } from "@storefront/http-server/access-log";
import type { Exchange, Middleware } from "@storefront/http-server/exchange";
import { takeRequestId } from "@storefront/http-server/forwarded";
import { HEADER_LINES_MAX } from "@storefront/http-server/guards";
import { limitUnread } from "@storefront/http-server/unread-responses";
import { REQUEST_ID_HEADER } from "@storefront/observability/request-id";
import { pageCacheResponses, type CachedResponse } from "./page-cache";

interface ServeOptions {
  peek: (req: IncomingMessage) => CachedResponse | undefined;
  ownHost: string;
  trustedHops: number;
  /** Returns true if another step must handle the request first. */
  isBypassed: (exchange: Exchange) => boolean;
  isDraining: () => boolean;
  watch: Watch;
}

/** Serves hits before the guards, which would cost more than a hit; passes on what the guards might refuse. */
export function serveFromCache(options: ServeOptions): Middleware {
  const { peek, trustedHops, isBypassed, isDraining, watch } = options;
  return (exchange, next) => {
    const { req, res } = exchange;
    const startedAtMs = performance.now();
    if (isDraining() || !isPlain(exchange, options)) return next(exchange);
    const cached = peek(req);
    if (!cached || isBypassed(exchange)) return next(exchange);
    const id = takeRequestId(req, trustedHops);
    const ended = watch(req, { requestId: id, shape: cached.shape, startedAtMs });
    send(req, res, cached, id);
    ended(cached.status);
  };
}

/** Sends a response from the cache. `identifyRequest` must have run before. */
export function sendCached({ req, res }: Exchange, cached: CachedResponse): void {
  send(req, res, cached, String(res.getHeader(REQUEST_ID_HEADER)));
}

function isPlain({ req, expects }: Exchange, { ownHost, trustedHops }: ServeOptions): boolean {
  const { rawHeaders, headers } = req;
  if (expects !== "nothing") return false;
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

function send(req: IncomingMessage, res: ServerResponse, cached: CachedResponse, requestId: string): void {
  const { result, status, head, body, cookies } = cached;
  pageCacheResponses.counts[result] += 1;
  // All responses share the list, so its bytes are written immediately.
  head[head.length - 1] = requestId;
  if (res.getHeaderNames().length > 0) {
    for (const cookie of cookies) res.appendHeader("Set-Cookie", cookie);
    res.writeHead(status, head);
  } else {
    // Node writes one list of headers twice as fast as headers that were set one by one.
    res.writeHead(
      status,
      cookies.length === 0 ? head : [...cookies.flatMap((value) => ["Set-Cookie", value]), ...head],
    );
  }
  const sent = req.method === "HEAD" ? undefined : body;
  res.end(sent);
  // The cache may evict the body while it waits for its reader.
  limitUnread(res, sent);
}
