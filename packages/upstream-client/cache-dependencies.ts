import { AsyncLocalStorage } from "node:async_hooks";

/** One rendering for the page cache, and the public reads that it depends on. */
export interface CacheDependencies {
  /** If true, a stale read waits for its renewal instead of returning the stale response. */
  waits: boolean;
  keys: Set<string>;
}

const scopes = new AsyncLocalStorage<CacheDependencies>();
const listeners = new Set<(key: string) => void>();

/** Runs something whose public reads use this scope and are noted in it. */
export function collectDependencies<T>(scope: CacheDependencies, run: () => T): T {
  return scopes.run(scope, run);
}

export function currentDependencies(): CacheDependencies | undefined {
  return scopes.getStore();
}

/**
 * Subscribes to changes of public reads; returns a function that unsubscribes.
 *
 * @param listener must not throw; gets the key of a new or different response, or of an entry whose subject is gone
 */
export function onPublicChange(listener: (key: string) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function notePublicChange(key: string): void {
  for (const listener of listeners) listener(key);
}
