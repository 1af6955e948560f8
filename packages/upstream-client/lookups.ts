import { AsyncLocalStorage } from "node:async_hooks";
import { Rejection, UnusableResponse } from "./failures";

/**
 * Lookups: reads of an id that comes from an address and may not exist. A visitor with too many misses has to wait.
 * They are counted here, where the call is made, so that no page can be forgotten, and however the upstream reports
 * "not found".
 */

/** Counts the lookups of the sender of a request. */
export interface LookupCounter {
  /** Counts one; false when it is one too many. */
  take(): Promise<boolean>;
  /** It has led to something. */
  giveBack(): Promise<void>;
}

/** The visitor has too many misses: the upstream is not called. */
export class TooManyLookups extends Error {
  override name = "TooManyLookups";
}

const counters = new AsyncLocalStorage<LookupCounter>();

/** Runs something whose questions, however deep in it, are counted. */
export function withLookups<T>(counter: LookupCounter, run: () => T): T {
  return counters.run(counter, run);
}

/**
 * Makes a lookup.
 *
 * @param isSomething whether a response has what was looked for
 * @throws TooManyLookups, without a call; what `ask` throws
 */
export async function lookUp<T>(ask: () => Promise<T>, isSomething: (value: T) => boolean): Promise<T> {
  const counter = counters.getStore();
  if (counter && !(await counter.take())) throw new TooManyLookups();
  try {
    const value = await ask();
    if (isSomething(value)) await counter?.giveBack();
    return value;
  } catch (error) {
    // An upstream that does not respond is no evidence about the id. Every response counts: no breaker spares such calls.
    if (!(error instanceof Rejection || error instanceof UnusableResponse)) await counter?.giveBack();
    throw error;
  }
}
