import { registerGauge } from "@storefront/observability/gauges";
import { guarded } from "@storefront/resilience/guarded";

/**
 * Turns of the event loop for each render. libuv accepts one new connection in a turn. With one turn for each render,
 * a new connection would wait for one render for each connection before it, health checks included.
 */
export const TURNS_PER_RENDER = 4;

/**
 * Spreads the rendering of pages over turns of the event loop, since rendering is synchronous. Were all pages of a turn
 * rendered in it, then new visitors, cached pages and health checks would wait for all of them.
 */
export interface RenderQueue {
  /**
   * Waits for a turn of the event loop in which no other render begins, in the order of the calls. Call it where all
   * data are there: what the caller does afterwards without waiting for I/O belongs to its turn.
   *
   * @param signal leaves the queue
   * @throws the signal's reason
   */
  turn: (signal?: AbortSignal) => Promise<void>;
  /** No render begins in a turn of which this says that others come first, such as new connections. */
  yieldTo: (isYielding: () => boolean) => void;
  /** How long the render that is next has waited so far, in milliseconds; 0 when none waits. */
  waitedMs: () => number;
}

interface Waiting {
  begin: () => void;
  sinceMs: number;
}

/** Makes the render queue of a process. It keeps the process alive only while a render waits. */
export function createRenderQueue(): RenderQueue {
  /** In the order of their coming. A set, since any of them may leave. */
  const waiting = new Set<Waiting>();
  /** Until the next render; 0 while none is scheduled. */
  let turnsLeft = 0;
  let isYielding = () => false;
  registerGauge("renders waiting", () => waiting.size);

  function schedule(): void {
    if (turnsLeft > 0 || waiting.size === 0) return;
    turnsLeft = TURNS_PER_RENDER;
    setImmediate(onTurn);
  }

  const onTurn: () => void = guarded(() => {
    turnsLeft = isYielding() ? Math.max(turnsLeft - 1, 1) : turnsLeft - 1;
    // An immediate that is set by an immediate runs in the next turn.
    if (turnsLeft > 0) return void setImmediate(onTurn);
    const [next] = waiting;
    if (!next) return;
    waiting.delete(next);
    schedule();
    next.begin();
  });

  return {
    turn: (signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason as Error);
        const leave = guarded(() => {
          waiting.delete(one);
          reject(signal?.reason as Error);
        });
        const begin = () => {
          signal?.removeEventListener("abort", leave);
          resolve();
        };
        const one = { begin, sinceMs: performance.now() };
        waiting.add(one);
        signal?.addEventListener("abort", leave, { once: true });
        schedule();
      }),
    yieldTo: (isOthersTurn) => void (isYielding = isOthersTurn),
    waitedMs() {
      const [next] = waiting;
      return next ? performance.now() - next.sinceMs : 0;
    },
  };
}
