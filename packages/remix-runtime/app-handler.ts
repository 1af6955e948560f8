import { createReadableStreamFromReadable, type AppLoadContext } from "@remix-run/node";
import type { IncomingMessage, ServerResponse } from "node:http";
import { receivedBody } from "@storefront/http-server/body-limit";
import { acceptedEncoding, compressQuickly } from "@storefront/http-server/encoding";
import { UNREAD_MS } from "@storefront/http-server/http-server";
import { limitUnread } from "@storefront/http-server/unread-responses";
import { StreamedResponse } from "./streamed-response";
import { describeError, log } from "@storefront/observability/log";
import { guarded } from "@storefront/resilience/guarded";

/**
 * Passes a request to the app, and sends its response (decision 0004). A response is one piece: a page is rendered
 * whole, and compressed whole. Only a `StreamedResponse` comes in several.
 */

/** Of a response that is sent piece by piece: a client that reads it more slowly is cut off. */
export const STREAMED_DEADLINE_MS = 10 * 60_000;

/** The app: Remix. */
export type App = (request: Request, context: AppLoadContext) => Promise<Response>;

/** Responds to a request that passed the guards. */
export type Handler = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

/** Smaller bodies come in one packet anyway. */
const COMPRESSED_FROM_BYTES = 1024;
const TEXT = /^(?:text\/|application\/(?:json|xml|javascript|[\w.-]+\+(?:json|xml))|image\/svg)/i;

/**
 * Makes the handler that runs the app.
 *
 * @param options.publicOrigin the storefront's own origin. A request's URL begins with it, also where a proxy in front
 *   of us terminates TLS
 * @param options.contextOf the load context of a request
 */
export function appHandler(options: {
  app: App;
  publicOrigin: string;
  contextOf: (req: IncomingMessage) => AppLoadContext;
}): Handler {
  const { app, publicOrigin, contextOf } = options;
  return async (req, res) => send(req, res, await app(requestOf(req, res, publicOrigin), contextOf(req)));
}

/**
 * A document of the app, whose text is at hand: its readers give it. A body would be a stream of a copy of it, which is
 * not made.
 */
export class DocumentResponse extends Response {
  #pieces: readonly string[];

  /** @param pieces of its text, in order: joined they would be copied once more */
  constructor(pieces: readonly string[], init: ResponseInit) {
    super(null, init);
    this.#pieces = pieces;
  }

  /**
   * Its bytes, once. By the time of the response the text is in the old generation, where it would stay until a full
   * garbage collection.
   */
  take(): Buffer {
    const bytes = Buffer.concat(this.#pieces.map((piece) => Buffer.from(piece)));
    this.#pieces = [];
    return bytes;
  }

  override text(): Promise<string> {
    return Promise.resolve(this.take().toString());
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(new Uint8Array(this.take()).buffer);
  }
}

/** The bytes of a response's body; undefined where it has none. */
export async function bytesOf(response: Response): Promise<Buffer | undefined> {
  if (response instanceof DocumentResponse) return response.take();
  return response.body === null ? undefined : Buffer.from(await response.arrayBuffer());
}

function requestOf(req: IncomingMessage, res: ServerResponse, publicOrigin: string): Request {
  const { method = "GET" } = req;
  const url = publicOrigin + (req.url ?? "/");
  const headers = headersOf(req);
  const left = new AbortController();
  res.once(
    "close",
    guarded(() => {
      if (!res.writableFinished) left.abort();
    }),
  );
  const init = { method, headers, signal: left.signal };
  if (method === "GET" || method === "HEAD") return new Request(url, init);
  const body = receivedBody(req) ?? createReadableStreamFromReadable(req);
  return new Request(url, { ...init, body, duplex: "half" });
}

/** The lines of a request's head. */
function headersOf({ headers }: IncomingMessage): Headers {
  const read = new Headers();
  for (const [name, value = ""] of Object.entries(headers)) {
    if (typeof value === "string") read.set(name, value);
    else for (const one of value) read.append(name, one);
  }
  return read;
}

async function send(req: IncomingMessage, res: ServerResponse, response: Response): Promise<void> {
  if (response instanceof StreamedResponse) return sendPieces(req, res, response);
  const plain = await bytesOf(response);
  const mayPack = TEXT.test(response.headers.get("Content-Type") ?? "") && !isLeftAlone(response.headers);
  const encoding = mayPack ? acceptedEncoding(req.headers["accept-encoding"]) : undefined;
  const packed = encoding && plain && plain.byteLength >= COMPRESSED_FROM_BYTES && req.method !== "HEAD";
  const body = packed ? compressQuickly(plain, encoding) : plain;
  for (const [name, value] of response.headers) res.appendHeader(name, value);
  if (mayPack) res.appendHeader("Vary", "Accept-Encoding");
  if (packed) res.setHeader("Content-Encoding", encoding);
  // The length of a compressed response to HEAD is not known.
  if (req.method !== "HEAD") res.setHeader("Content-Length", body?.byteLength ?? 0);
  res.writeHead(response.status);
  res.end(req.method === "HEAD" ? undefined : body);
  limitUnread(res, body);
}

/**
 * Sends a response as it is made, each piece once the one before has left this process, so that a slow reader blocks
 * one piece and no more. It is not compressed: a compressor would withhold the last words of a response that breaks
 * off.
 */
async function sendPieces(req: IncomingMessage, res: ServerResponse, response: StreamedResponse): Promise<void> {
  for (const [name, value] of response.headers) res.appendHeader(name, value);
  res.writeHead(response.status);
  const pieces = response.body?.[Symbol.asyncIterator]();
  if (!pieces || req.method === "HEAD") {
    await pieces?.return?.();
    res.end();
    return;
  }
  // A visitor who reads nothing keeps no connection; one who reads slowly does, up to the deadline.
  res.setTimeout(UNREAD_MS);
  const late = setTimeout(
    guarded(() => res.destroy()),
    STREAMED_DEADLINE_MS,
  );
  try {
    for await (const piece of { [Symbol.asyncIterator]: () => pieces }) {
      if (!(await written(res, piece))) return;
    }
    res.end();
  } catch (error) {
    log().warn({ error: describeError(error) }, "an answer broke off");
    // What was written is sent; the end of the response, which HTTP marks, never is.
    res.socket?.destroySoon();
  } finally {
    clearTimeout(late);
  }
}

/** Settles once a piece has left this process, with true; or the visitor has, with false. */
function written(res: ServerResponse, piece: Uint8Array): Promise<boolean> {
  return new Promise((resolve) => {
    const done = guarded(() => {
      res.off("close", done);
      resolve(!res.destroyed);
    });
    if (res.destroyed) return resolve(false);
    res.once("close", done);
    res.write(piece, done);
  });
}

/** Whether a response forbids transformation, or is already encoded. */
function isLeftAlone(headers: Headers): boolean {
  return headers.has("Content-Encoding") || /\bno-transform\b/.test(headers.get("Cache-Control") ?? "");
}
