import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

/**
 * The id of the current request. It is in every line of the log, goes to the upstream with each call, comes back in the
 * response's header and is shown on error pages, so that a visitor can quote it and an operator can find what happened.
 * This module imports nothing of this repository, so that every file may import it.
 */

/** The header that carries it: from a proxy of ours, to the upstream, and in our own response. */
export const REQUEST_ID_HEADER = "X-Request-Id";

interface CurrentRequest {
  id: string;
  /** Ends its response with an error, when what works for it fails outside of any `try`. */
  abandon?: (() => void) | undefined;
}

const current = new AsyncLocalStorage<CurrentRequest>();

/**
 * A new id: 12 hexadecimal digits, short enough to be read out on the telephone. All are random in the last group of a
 * UUID, and Node draws many at a time.
 */
export const newRequestId = (): string => randomUUID().slice(-12);

/**
 * Does something for a request: whatever follows from it, however late, knows the id.
 *
 * @param abandon ends the response with an error (`abandonRequest`)
 * @returns what `run` returns
 */
export function withRequestId<T>(id: string, run: () => T, abandon?: () => void): T {
  return current.run({ id, abandon }, run);
}

/** The id of the request that the calling code works for; undefined outside of any, as in a timer of the process. */
export function requestId(): string | undefined {
  return current.getStore()?.id;
}

/**
 * Ends the request that the calling code works for, when an exception has left that code: nobody else responds to it.
 *
 * @returns whether there is such a request
 */
export function abandonRequest(): boolean {
  const request = current.getStore();
  request?.abandon?.();
  return request !== undefined;
}
