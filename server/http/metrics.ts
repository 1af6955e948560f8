import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Dependencies } from "~server/http/dependencies";
import { breakerStates } from "~server/upstream/breaker";
import { poolStates } from "~server/upstream/pools";
import { heldNow } from "~server/held";
import { decorateHead, securityHeaders } from "~server/http/security-headers";
import { describeError, log } from "~server/log";
import { TALLIES } from "~server/tallies";

/** Counts requests by route shape, never by path, for Prometheus. */
export interface Metrics {
  started(): void;
  /**
   * What counts the end of each request of a kind, by how long it took: from the first byte of its head to the end of
   * its answer, in milliseconds.
   */
  finisher(kind: { method: string; route: string; status: number }): (durationMs: number) => void;
  /** Asks these how platform and store are whenever the metrics are read. */
  watch(dependencies: Dependencies): void;
  registry: Registry;
}

/** Makes the counters of one server, in a registry of their own. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  // To tell prom-client of each request took an eighth of the time of a page that is kept: it is told of many at once,
  // when somebody asks or so many wait.
  const waiting = new Set<() => void>();
  const tellAll = () => {
    for (const tell of waiting) tell();
  };
  const requests = new Counter({
    name: "http_requests_total",
    help: "Requests answered, by method, route shape and status",
    labelNames: ["method", "route", "status"],
    registers,
    collect: tellAll,
  });
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time to answer a request, by route shape",
    labelNames: ["route"],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers,
    collect: tellAll,
  });
  let inFlight = 0;
  new Gauge({
    name: "http_requests_in_flight",
    help: "Requests being answered",
    registers,
    collect() {
      this.set(inFlight);
    },
  });
  new Gauge({
    name: "held",
    help: "How much this process holds, by kind",
    labelNames: ["kind"],
    registers,
    collect() {
      for (const [kind, count] of heldNow()) this.set({ kind }, count);
    },
  });
  let dependencies: Dependencies | undefined;
  for (const side of ["platform", "store"] as const) {
    new Gauge({
      name: `${side}_up`,
      help: `Whether the ${side} answers`,
      registers,
      async collect() {
        this.set((await dependencies?.())?.[side].ok ? 1 : 0);
      },
    });
  }
  watchUpstream(registers);
  for (const { metric: name, help, label, counts } of TALLIES) {
    new Counter({
      name,
      help,
      labelNames: [label],
      registers,
      collect() {
        this.reset();
        for (const [value, count] of Object.entries(counts)) this.inc({ [label]: value }, count);
      },
    });
  }
  return {
    registry,
    watch: (given) => void (dependencies = given),
    started: () => void (inFlight += 1),
    finisher({ method, route, status }) {
      const requestsOf = requests.labels(method, route, String(status));
      const durationsOf = durations.labels(route);
      let tookMs: number[] = [];
      function tell(): void {
        if (tookMs.length === 0) return;
        requestsOf.inc(tookMs.length);
        for (const ms of tookMs) durationsOf.observe(ms / 1000);
        tookMs = [];
      }
      waiting.add(tell);
      return (durationMs) => {
        inFlight -= 1;
        tookMs.push(durationMs);
        if (tookMs.length >= TOLD_TOGETHER) tell();
      };
    },
  };
}

/** So many requests of a kind wait to be counted at most. */
const TOLD_TOGETHER = 256;

/** Tells how full the connections to the platform are, and which reads are stopped. */
function watchUpstream(registers: Registry[]): void {
  new Gauge({
    name: "upstream_pool_in_use",
    help: "Calls of the platform under way, by purpose",
    labelNames: ["purpose"],
    registers,
    collect() {
      for (const { purpose, running } of poolStates()) this.set({ purpose }, running);
    },
  });
  new Gauge({
    name: "upstream_pool_waiting",
    help: "Calls of the platform that wait for a connection, by purpose",
    labelNames: ["purpose"],
    registers,
    collect() {
      for (const { purpose, waiting } of poolStates()) this.set({ purpose }, waiting);
    },
  });
  new Counter({
    name: "upstream_refused_total",
    help: "Calls of the platform that were not made because too many waited, by purpose",
    labelNames: ["purpose"],
    registers,
    collect() {
      this.reset();
      for (const { purpose, refused } of poolStates()) this.inc({ purpose }, refused);
    },
  });
  new Gauge({
    name: "breaker_state",
    help: "Whether a read of the platform is stopped: 0 closed, 1 half-open, 2 open",
    labelNames: ["call"],
    registers,
    collect() {
      for (const { path, state } of breakerStates()) {
        this.set({ call: path }, { closed: 0, "half-open": 1, open: 2 }[state]);
      }
    },
  });
}

/**
 * Serves the counters at `/metrics` (behaviour 11.7), until the process ends: a drain can be watched.
 *
 * @param metrics what to serve
 * @param port METRICS_PORT; 0 takes a free one
 * @param host METRICS_HOST: loopback, or an address at which a collector reaches it
 * @returns the listening server
 * @throws Error of the system, such as EADDRINUSE
 */
export async function serveMetrics(metrics: Metrics, port: number, host = "127.0.0.1"): Promise<Server> {
  const headers = securityHeaders(`http://127.0.0.1:${port}`);
  const server = createServer((req, res) => {
    decorateHead(res, headers, () => {});
    if (req.method !== "GET" || req.url !== "/metrics") {
      res.writeHead(404).end();
      return;
    }
    metrics.registry
      .metrics()
      .then((text) => res.writeHead(200, { "Content-Type": metrics.registry.contentType }).end(text))
      .catch((error: unknown) => {
        log().error({ error: describeError(error) }, "the metrics cannot be read");
        res.writeHead(500).end();
      });
  });
  server.listen(port, host);
  await once(server, "listening");
  return server;
}
