import { Agent, request as send } from "undici";
import { documentOf, fieldOf, textOf, type Found } from "../html";
import { CookieJar } from "../requests";

/** The maximum number of redirects in a row, as in Chromium. */
const MOST_REDIRECTS = 20;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** The headers with which a browser requests a document. */
const DOCUMENT_HEADERS = {
  Accept: "text/html,application/xhtml+xml",
  "Upgrade-Insecure-Requests": "1",
  "Sec-Fetch-Dest": "document",
  "Sec-Fetch-Mode": "navigate",
  "Sec-Fetch-User": "?1",
};

/** A request and its sender. */
export interface Asked {
  method: "GET" | "POST";
  url: URL;
  headers: Record<string, string>;
  body?: Buffer | undefined;
}

/** A server's response: a document, a redirect, or a file. */
export class WireResponse {
  readonly html: string;
  readonly location: string | null;

  constructor(
    readonly asked: Asked,
    readonly status: number,
    readonly headers: Headers,
    readonly bytes: Buffer,
  ) {
    this.html = bytes.toString("utf8");
    this.location = headers.get("Location");
  }

  get document(): Found {
    return documentOf(this.html);
  }

  /** The text without style. */
  get text(): string {
    return textOf(this.document.find("body"));
  }

  /** Returns the value of a form's field as the browser would send it; undefined if there is no such field. */
  field(name: string): string | undefined {
    return fieldOf(this.html, name);
  }
}

/** Sends a request with all of its headers to a server, and returns its response. Follows no redirect. */
export type Carry = (asked: Asked) => Promise<Response>;

/** Connections are kept alive, as in browsers. */
const agent = new Agent({ keepAliveTimeout: 4_000, connections: 4 });

const overHttp: Carry = async ({ method, url, headers, body }) => {
  const {
    statusCode,
    headers: lines,
    body: sent,
  } = await send(url, { method, headers, body: body ?? null, dispatcher: agent });
  const received = new Headers();
  for (const [name, value] of Object.entries(lines)) {
    for (const line of [value ?? ""].flat()) received.append(name, line);
  }
  const bytes = await sent.arrayBuffer();
  // Only a response without a body may have the status 204 or 304.
  return new Response(bytes.byteLength > 0 ? bytes : null, { status: statusCode, headers: received });
};

/** The requests of one visitor, with their cookies. */
export class Wire {
  /** Called for each response. */
  onResponse: (response: WireResponse) => void = () => undefined;

  /**
   * @param headers sent with every request
   * @param cookies the visitor's earlier cookies
   * @param carry sends the requests; over HTTP unless a test has its own server in this process
   */
  constructor(
    readonly headers: Record<string, string> = {},
    readonly cookies = new CookieJar(),
    readonly carry: Carry = overHttp,
  ) {}

  /** Requests a document, as a browser does for a navigation. */
  navigate(asked: Asked, follow?: number): Promise<WireResponse> {
    return this.ask({ ...asked, headers: { ...DOCUMENT_HEADERS, ...asked.headers } }, follow);
  }

  /**
   * Sends a request and follows redirects (after a 303 with GET).
   *
   * @param follow the maximum number of redirects
   * @throws Error if the connection ends without a response
   */
  async ask(asked: Asked, follow = MOST_REDIRECTS): Promise<WireResponse> {
    const response = await this.#once(asked);
    if (!REDIRECTS.has(response.status) || response.location === null || follow === 0) return response;
    if (follow === 1) throw new Error(`${asked.url.href} redirects too often`);
    const preservesMethod = response.status === 307 || response.status === 308;
    const url = new URL(response.location, asked.url);
    // A redirect preserves the fragment, unless the new address has its own.
    url.hash ||= asked.url.hash;
    const { Origin, "Content-Type": type, ...headers } = asked.headers;
    const next: Asked = preservesMethod
      ? { ...asked, url }
      : { method: "GET", url, headers: asked.method === "GET" ? asked.headers : headers };
    return this.ask(next, follow - 1);
  }

  async #once(asked: Asked): Promise<WireResponse> {
    const cookie = String(this.cookies);
    const headers = { ...this.headers, ...asked.headers, ...(cookie ? { Cookie: cookie } : {}) };
    const response = await this.carry({ ...asked, headers });
    this.cookies.take(response);
    const { status, headers: received } = response;
    const result = new WireResponse(asked, status, received, Buffer.from(await response.arrayBuffer()));
    this.onResponse(result);
    return result;
  }
}
