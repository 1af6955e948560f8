import { logProgramError } from "@storefront/observability/log";
import { memoryStore } from "@storefront/store/memory";
import { store } from "~server/store/shared";
import type { Store } from "@storefront/store/store";

/** This process's own memory, for when the shared store does not respond. */
export const inProcess = memoryStore();

/**
 * Uses the shared store, or this process's own memory when it does not respond: for features that must work without it.
 */
export async function withMemoryFallback<T>(ask: (storage: Store) => Promise<T>): Promise<T> {
  try {
    return await ask(store());
  } catch (error) {
    logProgramError(error);
    return ask(inProcess);
  }
}
