import { registerGauge } from "@storefront/observability/metrics";
import { guarded } from "@storefront/resilience/guarded";

/** The number of turns of the event loop for each render: libuv accepts one new connection in a turn. */
export const TURNS_PER_RENDER = 4;

/** A queue this short never sheds load: even on a slow machine it is done before a visitor retries. */
export const FEW_RENDERS = 64;

export type RenderQueue = ReturnType<typeof createRenderQueue>;

/**
 * Spreads synchronous page renders over turns of the event loop. The queue keeps the process alive only while a render
 * waits.
 */
export function createRenderQueue() {
  const waiting = new Set<{ begin: () => void; sinceMs: number }>();
  /** Turns until the next render; 0 while none is scheduled. */
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
    // A `setImmediate` callback that is set by another one runs in the next turn.
    if (turnsLeft > 0) return void setImmediate(onTurn);
    const [next] = waiting;
    if (!next) return;
    waiting.delete(next);
    schedule();
    next.begin();
  });

  return {
    /**
     * Waits for a turn of the event loop in which no other render begins, first come, first served. Call it when all
     * data has arrived.
     *
     * @param signal when aborted, the render leaves the queue
     * @throws the signal's reason
     */
    turn: (signal?: AbortSignal): Promise<void> =>
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
    /** Lets no render begin in a turn in which this function returns true. */
    yieldTo: (isOthersTurn: () => boolean) => void (isYielding = isOthersTurn),
    /** Returns how long the next render has waited; 0 while few wait. */
    waitedMs(): number {
      const [next] = waiting;
      return next && waiting.size > FEW_RENDERS ? performance.now() - next.sinceMs : 0;
    },
  };
}
