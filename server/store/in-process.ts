import { logProgramError } from "@storefront/observability/log";
import { memoryStore } from "@storefront/store/memory";
import { store } from "~server/store/shared";
import type { Store } from "@storefront/store/store";

/** Fallback for when the shared store does not respond. */
export const inProcess = memoryStore();

/** For features that must work without the shared store. */
export async function withMemoryFallback<T>(ask: (storage: Store) => Promise<T>): Promise<T> {
  try {
    return await ask(store());
  } catch (error) {
    logProgramError(error);
    return ask(inProcess);
  }
}
