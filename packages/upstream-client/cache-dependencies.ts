import { AsyncLocalStorage } from "node:async_hooks";

/** The public reads behind a page that is cached whole: which they were, and when the data of one of them change. */

/** The options and findings of one rendering for the page cache. */
export interface CacheDependencies {
  /** Whether a stale read waits for its renewal, instead of returning the stale response. */
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
 * Subscribes to changes of public reads. The listener gets the key whenever the cached response of one became another
 * one (the first one included; not when it was renewed with the same content), or was evicted because what was
 * requested no longer exists. Eviction for lack of memory is no change.
 *
 * @param listener must not throw
 * @returns stops it
 */
export function onPublicChange(listener: (key: string) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The data of a public read have changed, or no longer exist. */
export function notePublicChange(key: string): void {
  for (const listener of listeners) listener(key);
}
