import type { IncomingMessage } from "node:http";

/**
 * A request that has no body, as the app sees it: what loaders ask of one, and no more. A Request of Node's own makes
 * two abort signals, of which each is known to the collector of garbage by itself and keeps alive what belongs to its
 * page: a tenth of the time of a page.
 */
export class ReadRequest {
  readonly signal = new Leaving();

  /**
   * @param url absolute
   * @param method GET or HEAD
   */
  constructor(
    readonly url: string,
    readonly method: string,
    readonly headers: Headers,
  ) {}

  /** It has no body. */
  text(): Promise<string> {
    return Promise.resolve("");
  }

  /** The same as a Request of Node's own. */
  whole(): Request {
    const { url, method, headers, signal } = this;
    const left = new AbortController();
    if (signal.aborted) left.abort();
    else signal.addEventListener("abort", () => left.abort(), { once: true });
    return new Request(url, { method, headers, signal: left.signal });
  }

  /** Tells whoever works for it that the visitor has left. */
  leave(): void {
    this.signal.leave();
  }
}

/** Says that a visitor has left, as an AbortSignal does. */
class Leaving extends EventTarget {
  aborted = false;
  reason: unknown;

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  leave(): void {
    this.aborted = true;
    this.reason = new DOMException("The visitor has left", "AbortError");
    this.dispatchEvent(new Event("abort"));
  }
}

/** The lines of a request's head. */
export function headersOf({ headers }: Pick<IncomingMessage, "headers">): Headers {
  const read = new Headers();
  for (const [name, value = ""] of Object.entries(headers)) {
    if (typeof value === "string") read.set(name, value);
    else for (const one of value) read.append(name, one);
  }
  return read;
}

/** A request of the app, as Remix's own handlers want it. */
export function wholeRequest(request: Request): Request {
  return (request as unknown) instanceof ReadRequest ? (request as unknown as ReadRequest).whole() : request;
}
