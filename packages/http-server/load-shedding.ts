import { registerCounter } from "@storefront/observability/metrics";
import type { Exchange, Middleware } from "./exchange";
import { guarded } from "@storefront/resilience/guarded";
import { createPlaces } from "@storefront/resilience/concurrency-limit";
import { clientAddressOf } from "./forwarded";

/** The interval between checks of the render queue, and the number of checks that count. */
export const SHEDDING_LOOK_MS = 100;
const SHEDDING_LOOKS = 10;
/** An address gets another place only while it has less than this share of the free ones. */
export const SHARE_OF_FREE = 1 / 4;

export const loadShedCounter = registerCounter({
  metric: "storefront_requests_shed_total",
  help: "Requests answered with a small 503 because there was too much to do, by reason",
  label: "reason",
  counts: { in_flight: 0, lag: 0, posts: 0, bodies: 0, turns: 0, reads: 0 },
});

export type Load = ReturnType<typeof watchLoad>;

/**
 * Counts pages in progress, and checks ten times a second how long the next render has waited. Load is shed if the
 * render waited too long in most checks of the last second, so one stall of the process sheds nothing. Even then, an
 * address without a page in progress gets one while less than a quarter of all places are taken.
 *
 * @param limits.inFlight maximum number of pages at a time; no address can take them all
 * @param renderWaitMs returns how long the next of many renders has waited
 */
export function watchLoad(limits: { inFlight: number; lagMs: number }, renderWaitMs = () => 0) {
  const late: boolean[] = [];
  const underWay = createPlaces(limits.inFlight, { share: SHARE_OF_FREE });
  const look = guarded(() => {
    if (late.push(renderWaitMs() > limits.lagMs) > SHEDDING_LOOKS) late.shift();
  });
  const looking = setInterval(look, SHEDDING_LOOK_MS).unref();

  return {
    /** Returns why an address cannot have another page now; undefined if it can. */
    tooMuch(address: string): "in_flight" | "lag" | undefined {
      if (!underWay.isFree(address)) return "in_flight";
      if (late.filter(Boolean).length <= SHEDDING_LOOKS / 2) return undefined;
      // Otherwise an address that retries immediately would keep out all others.
      const isFirst = underWay.takenBy(address)[0] === 0;
      return isFirst && underWay.taken() < limits.inFlight * SHARE_OF_FREE ? undefined : "lag";
    },
    async during<T>(address: string, work: () => Promise<T>): Promise<T> {
      underWay.take(address);
      try {
        return await work();
      } finally {
        underWay.give(address);
      }
    },
    close: () => clearInterval(looking),
  };
}

export function shed(exchange: Exchange, reason: keyof typeof loadShedCounter.counts, closes = false): void {
  loadShedCounter.counts[reason] += 1;
  exchange.sendError({ status: 503, closes, headers: { "Retry-After": "5" } });
}

/**
 * Makes a step that sheds load: a page gets a small 503. Forms are exempt, because visitors would lose what they typed;
 * `limitPosts` limits them.
 *
 * @param otherwise responds cheaply if it can, for example from a cache; returns true if it did
 */
export function shedLoad(load: Load, otherwise: (exchange: Exchange) => boolean): Middleware {
  return (exchange, next) => {
    if (exchange.req.method === "POST") return next(exchange);
    const address = clientAddressOf(exchange.req);
    const tooMuch = load.tooMuch(address);
    if (!tooMuch) return load.during(address, async () => next(exchange));
    if (otherwise(exchange)) return;
    shed(exchange, tooMuch);
  };
}
