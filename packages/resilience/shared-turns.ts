import { setImmediate as onNextTurn } from "node:timers";
import { setImmediate as nextTurn } from "node:timers/promises";
import { guarded } from "./guarded";

/** How long one turn of the event loop does what calls `sharedTurn`. */
const TURN_MAX_MS = 5;
let beganMs: number | undefined;

/**
 * Long work awaits this before each of its pieces: a turn of the event loop in which all such work together has not run
 * for `TURN_MAX_MS` yet.
 */
export async function sharedTurn(): Promise<void> {
  while (beganMs !== undefined && performance.now() - beganMs >= TURN_MAX_MS) await nextTurn();
  if (beganMs !== undefined) return;
  beganMs = performance.now();
  onNextTurn(guarded(() => void (beganMs = undefined))).unref();
}

/**
 * The same for those who have waited for one promise: all of them would begin before the first is done. It may be a
 * thousand, each of whom continues with a whole page.
 */
export async function ownTurn(): Promise<void> {
  await nextTurn();
  await sharedTurn();
}
