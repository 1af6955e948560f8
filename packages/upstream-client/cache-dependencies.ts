import { AsyncLocalStorage } from "node:async_hooks";

/**
 * What a page that is kept whole has to know of the public reads behind it: which they were, and when the answer of one
 * of them has become another.
 */

/** What one rendering for the page cache wants and learns. */
export interface CacheDependencies {
  /** Whether reads older than 30 s wait for their renewal, instead of giving the last answer at once. */
  waits: boolean;
  /** Keys of the public reads that it used. */
  keys: Set<string>;
}

const scopes = new AsyncLocalStorage<CacheDependencies>();
const listeners = new Set<(key: string) => void>();

/**
 * Runs something whose public reads, however deep in it, follow a scope and are noted in it.
 *
 * @returns what `run` gives; the scope goes on in what it has started
 */
export function collectDependencies<T>(scope: CacheDependencies, run: () => T): T {
  return scopes.run(scope, run);
}

/** The scope that a public read is made in, if any. */
export function currentDependencies(): CacheDependencies | undefined {
  return scopes.getStore();
}

/**
 * Tells which public reads have a new answer: with its key, whenever the kept answer of one became another one (the
 * first one included; not when it was renewed with the same content), or is gone because what was asked for does not
 * exist any longer. An answer that was only dropped for want of room is the same one still, as far as anybody knows.
 *
 * @param listener must not throw
 * @returns stops it
 */
export function onPublicChange(listener: (key: string) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The answer of a public read has become another one, or is gone. */
export function notePublicChange(key: string): void {
  for (const listener of listeners) listener(key);
}
