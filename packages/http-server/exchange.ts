import type { IncomingMessage, ServerResponse } from "node:http";
import { REQUEST_ID_HEADER } from "@storefront/observability/request-id";
import { guarded } from "@storefront/resilience/guarded";
import type { ErrorPage, ErrorResponse } from "./error-response";

/** How long we read a rejected body. Closing at once would reset the connection and lose the response. */
export const BODY_LINGER_MS = 2_000;

/** Stands for all unknown paths. They may contain anything, so they are not recorded. */
export const UNKNOWN_SHAPE = "/*";

/** The interim response that a client waits for before it sends the body (`Expect`). */
export type Expectation = "nothing" | "continue" | "unknown";

export interface Target {
  pathname: string;
  search: string;
}

export class Exchange {
  /** The first steps set this; undefined if the target is malformed. */
  target: Target | undefined;
  /** `readForwarded` sets this; undefined unless exactly one host was sent. */
  host: string | undefined;

  constructor(
    readonly req: IncomingMessage,
    readonly res: ServerResponse,
    readonly expects: Expectation,
    private readonly errorPage: ErrorPage,
  ) {}

  get isRead(): boolean {
    return this.req.method === "GET" || this.req.method === "HEAD";
  }

  /** Ends the exchange after an exception: with a 500, or by closing the connection if the response has begun. */
  abandon(): void {
    if (this.res.writableEnded) return;
    if (this.res.headersSent) this.res.destroy();
    else this.sendError({ status: 500, closes: true });
  }

  /** Responds with an error page, which repeats nothing from the request but its id and method. */
  sendError(error: ErrorResponse): void {
    const { req, res } = this;
    const { headers, body } = this.errorPage(error.status, String(res.getHeader(REQUEST_ID_HEADER) ?? ""), {
      method: req.method,
      retryAfter: error.headers?.["Retry-After"],
    });
    res.writeHead(error.status, {
      ...headers,
      ...error.headers,
      ...(error.closes ? { Connection: "close" } : {}),
    });
    if (!error.closes || req.readableEnded) return void res.end(req.method === "HEAD" ? undefined : body);
    // The length completes the response; ending it closes the connection.
    if (req.method !== "HEAD") res.write(body);
    const end = guarded(() => {
      clearTimeout(lingering);
      res.end();
    });
    const lingering = setTimeout(end, BODY_LINGER_MS);
    req.once("end", end).once("close", end).resume();
  }
}

export type Next = (exchange: Exchange) => void | Promise<void>;

/** A step of the pipeline, which either responds or passes the exchange on. */
export type Middleware = (exchange: Exchange, next: Next) => void | Promise<void>;

/** Joins the steps of a pipeline; the last one must respond. */
export function compose(steps: readonly Middleware[]): Next {
  const pastTheLast: Next = () => {
    throw new Error("No step of the pipeline responded");
  };
  return steps.reduceRight<Next>((next, step) => (exchange) => step(exchange, next), pastTheLast);
}
