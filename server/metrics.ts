import { Counter, Gauge } from "prom-client";
import type { Dependencies } from "@storefront/http-server/dependencies";
import { createHttpMetrics } from "@storefront/http-server/metrics";
import { BUILD } from "~server/build-info";
import { isPurchaseStopped } from "~server/purchase/purchase-switch";
import { breakerStates, poolStates } from "~server/upstream/client";

export type StorefrontMetrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const metrics = createHttpMetrics();
  const registers = [metrics.registry];
  let dependencies: Dependencies | undefined;
  for (const side of ["upstream", "store"] as const) {
    new Gauge({
      name: `storefront_${side}_up`,
      help: `Whether the ${side} answers`,
      registers,
      async collect() {
        this.set((await dependencies?.())?.[side]?.ok ? 1 : 0);
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
  const poolGauge = (name: string, help: string, state: "running" | "waiting") =>
    new Gauge({
      name,
      help,
      labelNames: ["purpose"],
      registers,
      collect() {
        for (const pool of poolStates()) this.set({ purpose: pool.purpose }, pool[state]);
      },
    });
  poolGauge("storefront_upstream_pool_in_use", "Upstream calls under way, by purpose", "running");
  poolGauge("storefront_upstream_pool_waiting", "Upstream calls that wait for a connection, by purpose", "waiting");
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
  return {
    ...metrics,
    watch: (given: Dependencies) => void (dependencies = given),
  };
}
