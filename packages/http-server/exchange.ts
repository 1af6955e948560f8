import type { IncomingMessage, ServerResponse } from "node:http";
import { sendError, type ErrorPage, type ErrorResponse } from "./error-response";

/** The shape of every path that is no route: a mistyped address may contain anything, so nothing of it is recorded. */
export const UNKNOWN_SHAPE = "/*";

/** What a client waits for before it sends the body: nothing, `100 Continue`, or another expectation (`Expect: …`). */
export type Expectation = "nothing" | "continue" | "unknown";

/** A request target that was read: an origin-form path, and its query with the `?`. */
export interface Target {
  pathname: string;
  search: string;
}

/** One request with its response, as it goes through the pipeline. */
export class Exchange {
  /** Set by `accessLog`; undefined for a malformed one. */
  target: Target | undefined;
  /** The host of the request, set by `readForwarded`; undefined when none or more than one was sent. */
  host: string | undefined;

  constructor(
    readonly req: IncomingMessage,
    readonly res: ServerResponse,
    readonly expects: Expectation,
    private readonly errorPage: ErrorPage,
  ) {}

  /** Whether its method is safe (GET, HEAD). */
  get isRead(): boolean {
    return this.req.method === "GET" || this.req.method === "HEAD";
  }

  /** Ends it after an exception: with 500, or by cutting the connection where a part of the response was sent. */
  abandon(): void {
    if (this.res.writableEnded) return;
    if (this.res.headersSent) this.res.destroy();
    else this.sendError({ status: 500, closes: true });
  }

  /** Responds with an error, or with another address. */
  sendError(error: ErrorResponse): void {
    sendError(this.req, this.res, error, this.errorPage);
  }
}

/** Treats an exchange after this step. */
export type Next = (exchange: Exchange) => void | Promise<void>;

/** One step of the pipeline: responds, or passes the exchange on. */
export type Middleware = (exchange: Exchange, next: Next) => void | Promise<void>;

/**
 * Puts the steps of a pipeline together.
 *
 * @param steps in their order; the last of them responds
 * @returns runs an exchange through all of them
 * @throws Error, when an exchange comes past the last step
 */
export function compose(steps: readonly Middleware[]): Next {
  const pastTheLast: Next = () => {
    throw new Error("No step of the pipeline responded");
  };
  return steps.reduceRight<Next>((next, step) => (exchange) => step(exchange, next), pastTheLast);
}
