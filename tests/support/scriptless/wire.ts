import { Agent, request as send } from "undici";
import { Cookies } from "./cookies";

/** How many redirects in a row are one too many, as in Chromium. */
const MOST_REDIRECTS = 20;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** What is asked for, and by whom. */
export interface Asked {
  method: "GET" | "POST";
  url: URL;
  headers: Record<string, string>;
  body?: Buffer | undefined;
}

export interface Answer {
  asked: Asked;
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** What carries a request, with all of its headers, to a server, and its answer back. */
export type Carry = (asked: Asked) => Promise<{ status: number; headers: Headers; body: Buffer }>;

/** Connections are kept, as browsers keep them. */
const agent = new Agent({ keepAliveTimeout: 4_000, connections: 4 });

const overHttp: Carry = async ({ method, url, headers, body }) => {
  const response = await send(url, { method, headers, body: body ?? null, dispatcher: agent });
  const received = new Headers();
  for (const [name, value] of Object.entries(response.headers)) {
    for (const line of Array.isArray(value) ? value : [value ?? ""]) received.append(name, line);
  }
  return { status: response.statusCode, headers: received, body: Buffer.from(await response.body.arrayBuffer()) };
};

/** The requests of one visitor, with their cookies. */
export class Wire {
  readonly cookies = new Cookies();
  readonly #listeners: { event: "request" | "response"; tell: (answer: Asked | Answer) => void }[] = [];

  /**
   * @param headers sent with every request
   * @param carry over HTTP unless a test has a server of its own in its process
   */
  constructor(
    readonly headers: Record<string, string>,
    readonly carry: Carry = overHttp,
  ) {}

  onRequest(tell: (asked: Asked) => void): void {
    this.#listeners.push({ event: "request", tell: tell as (what: Asked | Answer) => void });
  }

  onResponse(tell: (answer: Answer) => void): void {
    this.#listeners.push({ event: "response", tell: tell as (what: Asked | Answer) => void });
  }

  #tell(event: "request" | "response", what: Asked | Answer): void {
    for (const listener of this.#listeners) if (listener.event === event) listener.tell(what);
  }

  /**
   * Sends a request and follows where its answer leads: after a 303 with GET.
   *
   * @param follow how many redirects to follow
   * @throws Error when the connection ends without an answer
   */
  async ask(asked: Asked, follow = MOST_REDIRECTS): Promise<Answer> {
    const answer = await this.#once(asked);
    const target = answer.headers.location;
    if (!REDIRECTS.has(answer.status) || target === undefined || follow === 0) return answer;
    if (follow === 1) throw new Error(`${asked.url.href} leads on and on`);
    const keepsMethod = answer.status === 307 || answer.status === 308;
    const url = new URL(target, asked.url);
    // A fragment stays with whoever is led on, unless the new address has its own.
    url.hash ||= asked.url.hash;
    const { Origin, "Content-Type": type, ...headers } = asked.headers;
    const next: Asked = keepsMethod
      ? { ...asked, url }
      : { method: "GET", url, headers: asked.method === "GET" ? asked.headers : headers };
    return this.ask(next, follow - 1);
  }

  async #once(asked: Asked): Promise<Answer> {
    this.#tell("request", asked);
    const cookie = String(this.cookies);
    const headers = { ...this.headers, ...asked.headers, ...(cookie ? { Cookie: cookie } : {}) };
    const { status, body, headers: received } = await this.carry({ ...asked, headers });
    for (const line of received.getSetCookie()) this.cookies.take(line);
    const answer: Answer = { asked, status, headers: Object.fromEntries(received), body };
    this.#tell("response", answer);
    return answer;
  }
}
