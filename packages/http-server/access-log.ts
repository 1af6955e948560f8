import type { IncomingMessage } from "node:http";
import type { Logger } from "pino";
import { UNKNOWN_SHAPE, type Middleware } from "./exchange";
import { readTarget } from "./guards";
import { HEALTH_PATHS } from "./health-check";
import type { Metrics } from "./metrics";
import { REQUEST_ID_HEADER, requestId } from "@storefront/observability/request-id";
import type { Tracing } from "@storefront/observability/tracing";
import { decorateHead } from "./security-headers";
import { guarded } from "@storefront/resilience/guarded";

/** The status we log if the visitor left before the response. */
const CLIENT_LEFT = 499;

/** Starts to watch a request. Returns the function to call at its end. `startedAtMs` is a `performance.now()`. */
export type Watch = (
  req: IncomingMessage,
  about: { requestId: string | undefined; shape: string; startedAtMs: number },
) => (status: number, aborted?: boolean) => void;

/** Writes one log line for each request (at `debug` for a health path) and updates the metrics. */
export function requestWatch(log: Logger, metrics: Metrics | undefined): Watch {
  return ({ method = "", socket }, { requestId: id, shape, startedAtMs }) => {
    metrics?.started();
    const writtenBefore = socket.bytesWritten;
    return (status, aborted = false) => {
      const durationMs = Math.round((performance.now() - startedAtMs) * 10) / 10;
      const bytes = socket.bytesWritten - writtenBefore;
      const line = { requestId: id, method, path: shape, status, durationMs, bytes };
      log[HEALTH_PATHS.has(shape) ? "debug" : "info"](aborted ? { ...line, aborted } : line, "request");
      metrics?.finished({ method, route: shape, status }, durationMs);
    };
  };
}

/**
 * Makes a step that writes one log line and updates the counters when a response has ended.
 *
 * @param options.shapeOf maps a pathname to the route shape, which replaces the path in logs
 * @param options.isDraining returns true if the connection must close after this response
 */
export function accessLog(options: {
  shapeOf: (pathname: string) => string;
  headers: ReadonlyArray<readonly [string, string]>;
  watch: Watch;
  isDraining: () => boolean;
}): Middleware {
  return (exchange, next) => {
    const { req, res } = exchange;
    exchange.target = readTarget(req.url) ?? undefined;
    const shape = exchange.target ? options.shapeOf(exchange.target.pathname) : UNKNOWN_SHAPE;
    // We read the id now, because the response ends in an event of its connection, outside the request's context.
    const ended = options.watch(req, { requestId: requestId(), shape, startedAtMs: performance.now() });
    let status = CLIENT_LEFT;
    decorateHead(res, options.headers, (sent) => {
      // A handler that finishes late may still change `res.statusCode`.
      status = sent;
      if (options.isDraining()) res.setHeader("Connection", "close");
    });
    const onClose = guarded(() => ended(status, !res.writableFinished));
    res.once("close", onClose);
    return next(exchange);
  };
}

/** Makes a step that creates a span for each request except health checks. Only our proxy may name the trace. */
export function traceRequests(
  tracing: Tracing,
  trustedHops: number,
  shapeOf: (pathname: string) => string,
): Middleware {
  return (exchange, next) => {
    const { req, res } = exchange;
    const target = readTarget(req.url);
    if (target && HEALTH_PATHS.has(target.pathname)) return next(exchange);
    return tracing.request(trustedHops > 0 ? req.headers : undefined, (end) => {
      const onClose = guarded(() =>
        end({
          method: req.method ?? "",
          route: target ? shapeOf(target.pathname) : UNKNOWN_SHAPE,
          status: res.headersSent ? res.statusCode : CLIENT_LEFT,
          requestId: res.getHeader(REQUEST_ID_HEADER)?.toString(),
          aborted: !res.writableFinished,
        }),
      );
      res.once("close", onClose);
      return next(exchange);
    });
  };
}
