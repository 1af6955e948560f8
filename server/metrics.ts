import { Counter, Gauge } from "prom-client";
import type { Dependencies } from "@storefront/http-server/dependencies";
import { createHttpMetrics, type Metrics } from "@storefront/http-server/metrics";
import { BUILD } from "~server/build-info";
import { isPurchaseStopped } from "~server/purchase/purchase-switch";
import { breakerStates, poolStates } from "~server/upstream/client";

/** The dependencies of this process, by the names that `/readyz` reports. */
export type StorefrontDependencies = Dependencies<"upstream" | "store">;

/** The metrics of a storefront: those of its HTTP server, and how the upstream and the store are. */
export interface StorefrontMetrics extends Metrics {
  /** Reads the health of upstream and store from these at every scrape. */
  watch(dependencies: StorefrontDependencies): void;
}

/** Makes the metrics of one server, in a registry of their own. */
export function createMetrics(): StorefrontMetrics {
  const metrics = createHttpMetrics();
  const registers = [metrics.registry];
  let dependencies: StorefrontDependencies | undefined;
  for (const side of ["upstream", "store"] as const) {
    new Gauge({
      name: `storefront_${side}_up`,
      help: `Whether the ${side} answers`,
      registers,
      async collect() {
        this.set((await dependencies?.())?.[side].ok ? 1 : 0);
      },
    });
  }
  new Gauge({
    name: "storefront_build_info",
    help: "1, with the version, the commit and the Node.js that run as labels",
    labelNames: ["version", "commit", "node"],
    registers,
  }).set({ ...BUILD, node: process.versions.node }, 1);
  new Gauge({
    name: "storefront_purchases_off",
    help: "Whether the operator has stopped purchases",
    registers,
    collect() {
      this.set(isPurchaseStopped() ? 1 : 0);
    },
  });
  new Gauge({
    name: "storefront_upstream_pool_in_use",
    help: "Upstream calls under way, by purpose",
    labelNames: ["purpose"],
    registers,
    collect() {
      for (const { purpose, running } of poolStates()) this.set({ purpose }, running);
    },
  });
  new Gauge({
    name: "storefront_upstream_pool_waiting",
    help: "Upstream calls that wait for a connection, by purpose",
    labelNames: ["purpose"],
    registers,
    collect() {
      for (const { purpose, waiting } of poolStates()) this.set({ purpose }, waiting);
    },
  });
  new Counter({
    name: "storefront_upstream_refused_total",
    help: "Upstream calls that were not made because too many waited, by purpose",
    labelNames: ["purpose"],
    registers,
    collect() {
      this.reset();
      for (const { purpose, refused } of poolStates()) this.inc({ purpose }, refused);
    },
  });
  new Gauge({
    name: "storefront_circuit_breaker_state",
    help: "Whether an upstream read is stopped: 0 closed, 1 half-open, 2 open",
    labelNames: ["call"],
    registers,
    collect() {
      for (const { path, state } of breakerStates()) {
        this.set({ call: path }, { closed: 0, "half-open": 1, open: 2 }[state]);
      }
    },
  });
  return { ...metrics, watch: (given) => void (dependencies = given) };
}
