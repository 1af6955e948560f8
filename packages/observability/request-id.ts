import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

/** The header with the current request's id. This module imports nothing here, so that every file may import it. */

export const REQUEST_ID_HEADER = "X-Request-Id";

interface CurrentRequest {
  id: string;
  /** Ends the response with an error after an uncaught exception. */
  abandon?: (() => void) | undefined;
}

const current = new AsyncLocalStorage<CurrentRequest>();

/** Makes 12 hexadecimal digits, short enough to read out: the end of a UUID, because Node makes UUIDs in batches. */
export const newRequestId = (): string => randomUUID().slice(-12);

/** Runs something for a request. All asynchronous work that it starts can read the id. */
export function withRequestId<T>(id: string, run: () => T, abandon?: () => void): T {
  return current.run({ id, abandon }, run);
}

/** Returns the id of the request that the calling code works for; undefined outside a request. */
export function requestId(): string | undefined {
  return current.getStore()?.id;
}

/** Ends the request whose code threw an uncaught exception. Returns false outside a request. */
export function abandonRequest(): boolean {
  const request = current.getStore();
  request?.abandon?.();
  return request !== undefined;
}
