import type { IncomingMessage } from "node:http";
import type { Logger } from "pino";
import { UNKNOWN_SHAPE, type Middleware } from "./exchange";
import { readTarget } from "./guards";
import { HEALTH_PATHS } from "./health-check";
import type { Metrics } from "./metrics";
import { requestId } from "@storefront/observability/request-id";
import { decorateHead } from "./security-headers";
import { guarded } from "@storefront/resilience/guarded";

/** Access log: one line for each request, by the shape of its route. */

/** The status that the log gives a request whose visitor left before the response. */
export const CLIENT_LEFT = 499;

/**
 * Begins to watch a request.
 *
 * @param about.shape the route shape, which stands for the path
 * @param about.startedAtMs when it came, as `performance.now()` gives it
 * @returns called once, at its end: the status that was sent, and whether the visitor left before the response ended
 */
export type Watch = (
  req: IncomingMessage,
  about: { requestId: string | undefined; shape: string; startedAtMs: number },
) => (status: number, aborted?: boolean) => void;

/** Makes what writes one line in the log for each request, at `debug` for a health path, and counts it. */
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
 * A step that follows a request to its end: the headers of every response, one log line, the counters.
 *
 * @param options.shapeOf from a pathname to the route shape, which replaces the path in logs (`RouteTable`)
 * @param options.watch as `requestWatch` gives it
 * @param options.headers as `securityHeaders` gives them
 * @param options.isDraining whether the connection is to end with this response; called when its head is written
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
    // The id is read now: the end of a response is an event of its connection, which knows no request.
    const ended = options.watch(req, { requestId: requestId(), shape, startedAtMs: performance.now() });
    let status = CLIENT_LEFT;
    decorateHead(res, options.headers, (sent) => {
      // Remembered here: a handler that comes too late may still set another status on the response.
      status = sent;
      if (options.isDraining()) res.setHeader("Connection", "close");
    });
    res.once(
      "close",
      guarded(() => ended(status, !res.writableFinished)),
    );
    return next(exchange);
  };
}
