import { guarded } from "@storefront/resilience/guarded";
import { createRotation } from "@storefront/resilience/rotation";
import type { Middleware } from "./exchange";
import { clientAddressOf } from "./forwarded";
import { shed } from "./load-shedding";
import { TURN_MAX_MS } from "./read-turns";

/** How many requests may wait in total and per address. Each may have 64 kB of its body in memory. */
export const WAITING_MAX = 2_000;
export const WAITING_PER_ADDRESS = 250;

/**
 * Makes a step that spreads requests over turns of the event loop. The first request of a turn begins at once. Once the
 * turn has read what has arrived, others begin for 5 ms; the rest wait for later turns, in which addresses take turns.
 * Steps before this one are not delayed, so a health check does not wait for hundreds of forms that came before it
 * through the same proxy. Beyond the limits, a request of the address with the most gets a small 503.
 *
 * @param isOnlyAccepting while it returns true, no request begins
 * @param clockMs a monotonic clock
 */
export function takeTurns(
  { isOnlyAccepting }: { isOnlyAccepting: () => boolean },
  clockMs = () => performance.now(),
): Middleware {
  const waiting = createRotation<{ begin: () => void; refuse: () => void }>();
  let hasBegun = false;
  let beganMs = 0;

  /** Begins the next request when the previous one has done all its synchronous work. */
  const beginSome: () => void = guarded(() => {
    const one = clockMs() - beganMs < TURN_MAX_MS ? waiting.take() : undefined;
    if (!one) return;
    one.begin();
    queueMicrotask(guarded(() => process.nextTick(beginSome)));
  });

  const nextTurn: () => void = guarded(() => {
    hasBegun = waiting.size() > 0;
    if (!hasBegun) return;
    beganMs = clockMs();
    setImmediate(nextTurn);
    if (!isOnlyAccepting()) beginSome();
  });

  return (exchange, next) => {
    const { req } = exchange;
    if (!hasBegun) {
      hasBegun = true;
      setImmediate(nextTurn);
      return next(exchange);
    }
    const refuse = () => shed(exchange, "turns", !req.complete);
    const address = clientAddressOf(req);
    const own = waiting.sizeOf(address);
    if (own >= WAITING_PER_ADDRESS) return refuse();
    if (waiting.size() >= WAITING_MAX) {
      const other = waiting.takeOfMost(own + 1);
      if (!other) return refuse();
      other.refuse();
    }
    return new Promise<boolean>((resolve) =>
      waiting.add(address, {
        begin: () => resolve(!req.socket.destroyed),
        refuse() {
          resolve(false);
          if (!req.socket.destroyed) refuse();
        },
      }),
    ).then((isBegun) => (isBegun ? next(exchange) : undefined));
  };
}
