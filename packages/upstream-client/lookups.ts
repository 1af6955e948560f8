import { AsyncLocalStorage } from "node:async_hooks";
import { Rejection, UnusableResponse } from "./failures";

export interface LookupCounter {
  /** Counts one; false if it is one too many. */
  take(): Promise<boolean>;
  /** Reports that the lookup found something. */
  giveBack(): Promise<void>;
}

/** Too many misses: the upstream is not called. */
export class TooManyLookups extends Error {
  override name = "TooManyLookups";
}

const counters = new AsyncLocalStorage<{ counter?: LookupCounter }>();

/**
 * Runs something and counts its lookups, however deep. At its end the context drops the counter, which holds the
 * request, because a timer keeps the context for as long as it runs.
 */
export function withLookups<T>(counter: LookupCounter, run: () => Promise<T>): Promise<T> {
  const context: { counter?: LookupCounter } = { counter };
  return counters.run(context, run).finally(() => delete context.counter);
}

/**
 * Reads an id that comes from an address and may not exist. A visitor with too many misses has to wait.
 *
 * @param isSomething true if the response contains the item
 * @throws TooManyLookups, without a call; what `ask` throws
 */
export async function lookUp<T>(ask: () => Promise<T>, isSomething: (value: T) => boolean): Promise<T> {
  const counter = counters.getStore()?.counter;
  if (counter && !(await counter.take())) throw new TooManyLookups();
  try {
    const value = await ask();
    if (isSomething(value)) await counter?.giveBack();
    return value;
  } catch (error) {
    // An unresponsive upstream says nothing about the id.
    if (!(error instanceof Rejection || error instanceof UnusableResponse)) await counter?.giveBack();
    throw error;
  }
}
