import { REQUEST_ID_HEADER } from "@storefront/observability/request-id";
import type { Tracing } from "@storefront/observability/tracing";
import { UNKNOWN_SHAPE, type Middleware } from "./exchange";
import { CLIENT_LEFT } from "./access-log";
import { readTarget } from "./guards";
import { HEALTH_PATHS } from "./health-check";
import { guarded } from "@storefront/resilience/guarded";

/**
 * A step that makes a span of each request, health checks aside, by the shape of its route.
 *
 * @param trustedHops without a proxy of ours nobody else names the trace
 * @param shapeOf from a pathname to the route shape (`RouteTable`)
 */
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
