import { AsyncLocalStorage } from "node:async_hooks";
import { Rejection, UpstreamNotFound } from "./failures";

/**
 * Questions of the upstream about what an address names and nothing says that there is: whoever asks many of them that
 * lead to nothing is told to wait. They are counted here, where they are asked, so that no page can be forgotten, and
 * whatever words the upstream finds for "no".
 */

/** Counts the questions of whoever sends a request. */
export interface LookupCounter {
  /** Counts one; false when it is one too many. */
  take(): Promise<boolean>;
  /** It has led to something. */
  giveBack(): Promise<void>;
}

/** Too much was looked for in vain: the upstream is not asked. */
export class TooManyLookups extends Error {
  override name = "TooManyLookups";
}

const counters = new AsyncLocalStorage<LookupCounter>();

/** Runs something whose questions, however deep in it, are counted. */
export function withLookups<T>(counter: LookupCounter, run: () => T): T {
  return counters.run(counter, run);
}

/**
 * Asks such a question.
 *
 * @param isSomething whether an answer has what was looked for
 * @throws TooManyLookups, without asking; what `ask` throws
 */
export async function lookUp<T>(ask: () => Promise<T>, isSomething: (value: T) => boolean): Promise<T> {
  const counter = counters.getStore();
  if (counter && !(await counter.take())) throw new TooManyLookups();
  try {
    const value = await ask();
    if (isSomething(value)) await counter?.giveBack();
    return value;
  } catch (error) {
    // An upstream that does not answer says nothing about what was looked for; breakers and pauses spare it.
    if (!(error instanceof Rejection || error instanceof UpstreamNotFound)) await counter?.giveBack();
    throw error;
  }
}
