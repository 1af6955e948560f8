import { AsyncLocalStorage } from "node:async_hooks";
import { Rejection, UnusableResponse } from "./failures";

export interface LookupCounter {
  /** Counts a lookup. Returns false if there are too many. */
  take(): Promise<boolean>;
  /** Reports that the lookup found something, so that it does not count. */
  giveBack(): Promise<void>;
}

/** There were too many misses, so the upstream is not called. */
export class TooManyLookups extends Error {
  override name = "TooManyLookups";
}

const counters = new AsyncLocalStorage<{ counter?: LookupCounter }>();

/**
 * Runs something and counts all its lookups. Afterwards the context drops the counter, which refers to the request,
 * because a timer retains the context as long as it runs.
 */
export function withLookups<T>(counter: LookupCounter, run: () => Promise<T>): Promise<T> {
  const context: { counter?: LookupCounter } = { counter };
  return counters.run(context, run).finally(() => delete context.counter);
}

/**
 * Reads an id that comes from an address and may not exist. A visitor with too many misses must wait.
 *
 * @param isSomething returns true if the response contains the item
 * @throws TooManyLookups without a call; the error of `ask`
 */
export async function lookUp<T>(ask: () => Promise<T>, isSomething: (value: T) => boolean): Promise<T> {
  const counter = counters.getStore()?.counter;
  if (counter && !(await counter.take())) throw new TooManyLookups();
  try {
    const value = await ask();
    if (isSomething(value)) await counter?.giveBack();
    return value;
  } catch (error) {
    // If the upstream does not respond, we learn nothing about the id.
    if (!(error instanceof Rejection || error instanceof UnusableResponse)) await counter?.giveBack();
    throw error;
  }
}
