import { AsyncLocalStorage } from "node:async_hooks";
import { Rejection, UnusableResponse } from "./failures";

export interface LookupCounter {
  take(): Promise<boolean>;
  /** Reports that the lookup found something, so that it does not count. */
  giveBack(): Promise<void>;
}

/** There were too many misses, so the upstream is not called. */
export class TooManyLookups extends Error {
  override name = "TooManyLookups";
}

const counters = new AsyncLocalStorage<{ counter?: LookupCounter }>();

/** Runs something and counts its lookups. The counter refers to the request, so a timer's context must then drop it. */
export function withLookups<T>(counter: LookupCounter, run: () => Promise<T>): Promise<T> {
  const context: { counter?: LookupCounter } = { counter };
  return counters.run(context, run).finally(() => delete context.counter);
}

/**
 * Reads an id that may not exist, from an address. Throws TooManyLookups, without a call, or the error of `ask`.
 *
 * @param isSomething returns true if the response contains the item
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
