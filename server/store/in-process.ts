import { memoryStore } from "@storefront/store/memory";
import { store } from "~server/store/shared";
import type { Store } from "@storefront/store/store";

/** What this process remembers by itself when the shared store does not answer. */
export const inProcess = memoryStore();

/** Asks the shared store, or this process's own memory when it does not answer: for what has to go on without it. */
export async function withMemoryFallback<T>(ask: (kept: Store) => Promise<T>): Promise<T> {
  try {
    return await ask(store());
  } catch {
    return ask(inProcess);
  }
}
