import { AsyncLocalStorage } from "node:async_hooks";

/** One rendering for the page cache, and the public reads behind it. */
export interface CacheDependencies {
  /** A stale read waits for its renewal, instead of returning the stale response. */
  waits: boolean;
  keys: Set<string>;
}

const scopes = new AsyncLocalStorage<CacheDependencies>();
const listeners = new Set<(key: string) => void>();

/** Runs something whose public reads, however deep in it, follow a scope and are noted in it. */
export function collectDependencies<T>(scope: CacheDependencies, run: () => T): T {
  return scopes.run(scope, run);
}

export function currentDependencies(): CacheDependencies | undefined {
  return scopes.getStore();
}

/**
 * Subscribes to changes of public reads. The listener gets the key when a response has other content than the cached
 * one, also when there was none, or was evicted because its subject no longer exists; not when memory was short.
 *
 * @param listener must not throw
 * @returns stops it
 */
export function onPublicChange(listener: (key: string) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function notePublicChange(key: string): void {
  for (const listener of listeners) listener(key);
}
