import { setImmediate as onNextTurn } from "node:timers";
import { setImmediate as nextTurn } from "node:timers/promises";
import { guarded } from "./guarded";

/** How long all work that calls `sharedTurn` may run in one turn of the event loop. */
const TURN_MAX_MS = 5;
let beganMs: number | undefined;

/**
 * Waits for a turn of the event loop in which all callers together have run for less than `TURN_MAX_MS`. Long work
 * awaits this before each of its pieces.
 */
export async function sharedTurn(): Promise<void> {
  while (beganMs !== undefined && performance.now() - beganMs >= TURN_MAX_MS) await nextTurn();
  if (beganMs !== undefined) return;
  beganMs = performance.now();
  onNextTurn(guarded(() => void (beganMs = undefined))).unref();
}

/**
 * Like `sharedTurn`, for many callers that were waiting for one promise, which would otherwise all continue in one
 * turn: a thousand requests, each with a whole page.
 */
export async function ownTurn(): Promise<void> {
  await nextTurn();
  await sharedTurn();
}
