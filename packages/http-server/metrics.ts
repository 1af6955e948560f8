import type { Server } from "node:http";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { gaugeReadings, registeredCounters } from "@storefront/observability/metrics";
import { createConnections } from "./connections";
import type { Middleware } from "./exchange";
import { readTarget } from "./guards";
import { createHttpServer } from "./http-server";
import { decorateHead, securityHeaders } from "./security-headers";
import { log } from "@storefront/observability/log";

export type Metrics = ReturnType<typeof createHttpMetrics>;

/** Other methods are counted together, because each method has its own series per route and status. */
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST"]);
const FAILURES = [500, 502, 503] as const;

/** Makes the metrics of requests, labelled with the route shape, never the path. */
export function createHttpMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: "storefront_http_requests_total",
    help: "Requests answered, by method, route shape and status",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "storefront_http_request_duration_seconds",
    help: "Time to answer a request, by route shape",
    labelNames: ["route"],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers,
  });
  let inFlight = 0;
  new Gauge({
    name: "storefront_http_requests_in_flight",
    help: "Requests being answered",
    registers,
    collect() {
      this.set(inFlight);
    },
  });
  new Gauge({
    name: "storefront_held",
    help: "How much this process holds, by kind",
    labelNames: ["kind"],
    registers,
    collect() {
      for (const [kind, count] of gaugeReadings()) this.set({ kind }, count);
    },
  });
  for (const { metric: name, help, label, counts } of registeredCounters()) {
    const collect = function (this: Counter) {
      this.reset();
      for (const [value, count] of Object.entries(counts)) this.inc({ [label]: value }, count);
    };
    new Counter({ name, help, labelNames: [label], registers, collect });
  }
  return {
    registry,
    /** Reports failures of these route shapes as 0 from now on, so that an alert sees the first one as an increase. */
    expectRoutes(routes: Iterable<string>): void {
      for (const route of routes)
        for (const method of ["GET", "POST"]) for (const status of FAILURES) requests.inc({ method, route, status }, 0);
    },
    started: () => void (inFlight += 1),
    /** Counts a finished request. `durationMs` is from the first byte of its head to the end of its response. */
    finished({ method, route, status }: { method: string; route: string; status: number }, durationMs: number): void {
      inFlight -= 1;
      requests.inc({ method: METHODS.has(method) ? method : "other", route, status });
      durations.observe({ route }, durationMs / 1000);
    },
  };
}

const METRICS_CONNECTIONS_MAX = 100;
const METRICS_REQUEST_MS = 10_000;

/**
 * Serves `/metrics` and health checks until the process ends, so that a drain can be watched. Each port has its own
 * queue of new connections, so on this port no check waits behind thousands of visitors. Concurrent requests for
 * metrics share one reading.
 *
 * @param port 0 for any free port
 * @param options.host the address to listen on; loopback by default
 * @param options.health responds to the health checks
 * @throws Error of the system, such as EADDRINUSE
 */
export async function serveMetrics(
  metrics: Metrics,
  port: number,
  { host = "127.0.0.1", health }: { host?: string | undefined; health?: Middleware } = {},
): Promise<Server> {
  const { registry } = metrics;
  const headers = securityHeaders(`http://127.0.0.1:${port}`);
  const connections = createConnections({ kind: "metrics connections", max: METRICS_CONNECTIONS_MAX });
  let reading: Promise<string> | undefined;
  const readOnce = () => (reading ??= registry.metrics().finally(() => (reading = undefined)));
  const prepare: Middleware = (exchange, next) => {
    decorateHead(exchange.res, headers, () => {});
    exchange.target = readTarget(exchange.req.url) ?? undefined;
    return next(exchange);
  };
  const serve: Middleware = async ({ req, res }) => {
    if (req.method !== "GET" || req.url !== "/metrics") {
      res.writeHead(404, { Connection: "close" }).end();
      return;
    }
    const text = await readOnce();
    res.writeHead(200, { "Content-Type": registry.contentType }).end(text);
  };
  const http = createHttpServer({
    pipeline: [connections.track, prepare, ...(health ? [health] : []), serve],
    connections,
    headers,
    log: log(),
    headersMs: METRICS_REQUEST_MS,
    requestMs: METRICS_REQUEST_MS,
    errorPage: () => ({ headers: { "Content-Length": "0" }, body: Buffer.alloc(0) }),
  });
  await http.listen(port, host);
  return http.server;
}
