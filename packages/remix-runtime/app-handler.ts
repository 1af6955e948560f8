import { createReadableStreamFromReadable, type AppLoadContext } from "@remix-run/node";
import type { IncomingMessage, ServerResponse } from "node:http";
import { receivedBody } from "@storefront/http-server/body-limit";
import {
  acceptedEncodings,
  compressQuickly,
  bytesOfPiece,
  gzipPieces,
  type Compression,
  type Piece,
} from "@storefront/http-server/encoding";
import { UNREAD_MS } from "@storefront/http-server/http-server";
import { limitUnread } from "@storefront/http-server/unread-responses";
import { StreamedResponse } from "./streamed-response";
import { describeError, log } from "@storefront/observability/log";
import { guarded } from "@storefront/resilience/guarded";

/** The time for a `StreamedResponse`; the connection of a slower client is closed. */
export const STREAMED_DEADLINE_MS = 10 * 60_000;

export type App = (request: Request, context: AppLoadContext) => Promise<Response>;

export type Handler = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

/** A smaller body fits into one packet, so it is not compressed. */
const COMPRESSED_FROM_BYTES = 1024;
const TEXT = /^(?:text\/|application\/(?:json|xml|javascript|[\w.-]+\+(?:json|xml))|image\/svg)/i;

/** Makes the handler that runs the app. Its requests have `publicOrigin`, even if a proxy terminates TLS. */
export function appHandler(options: {
  app: App;
  publicOrigin: string;
  contextOf: (req: IncomingMessage) => AppLoadContext;
}): Handler {
  const { app, publicOrigin, contextOf } = options;
  return async (req, res) => send(req, res, await app(requestOf(req, res, publicOrigin), contextOf(req)));
}

/** A document of the app. It stores its text instead of a body, which would be a stream of a copy. */
export class DocumentResponse extends Response {
  readonly #pieces: Piece[];

  /** @param pieces the pieces of its text, not joined because that would make another copy */
  constructor(pieces: readonly Piece[], init: ResponseInit) {
    super(null, init);
    this.#pieces = [...pieces];
  }

  /** Returns the bytes and removes them: otherwise the text would stay in memory until a full garbage collection. */
  take(): Buffer {
    return Buffer.concat(this.#pieces.splice(0).map(bytesOfPiece));
  }

  /** Returns the bytes as gzip and removes them; undefined if no piece is shared, because then Brotli is better. */
  takeGzip(): Buffer | undefined {
    return this.#pieces.some((piece) => typeof piece !== "string") ? gzipPieces(this.#pieces.splice(0)) : undefined;
  }

  override text(): Promise<string> {
    return Promise.resolve(this.take().toString());
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(new Uint8Array(this.take()).buffer);
  }
}

export async function bytesOf(response: Response): Promise<Buffer | undefined> {
  if (response instanceof DocumentResponse) return response.take();
  return response.body === null ? undefined : Buffer.from(await response.arrayBuffer());
}

function requestOf(req: IncomingMessage, res: ServerResponse, publicOrigin: string): Request {
  const { method = "GET" } = req;
  const url = publicOrigin + (req.url ?? "/");
  const headers = headersOf(req);
  const left = new AbortController();
  const onClose = guarded(() => {
    if (!res.writableFinished) left.abort();
  });
  res.once("close", onClose);
  const init = { method, headers, signal: left.signal };
  if (method === "GET" || method === "HEAD") return new Request(url, init);
  const body = receivedBody(req) ?? createReadableStreamFromReadable(req);
  return new Request(url, { ...init, body, duplex: "half" });
}

function headersOf({ headers }: IncomingMessage): Headers {
  const read = new Headers();
  for (const [name, value = ""] of Object.entries(headers)) {
    if (typeof value === "string") read.set(name, value);
    else for (const one of value) read.append(name, one);
  }
  return read;
}

async function packedBody(
  response: Response,
  accepts: readonly Compression[],
): Promise<{ body: Buffer | undefined; encoding?: Compression }> {
  const assembled = accepts.includes("gzip") && response instanceof DocumentResponse ? response.takeGzip() : undefined;
  if (assembled) return { body: assembled, encoding: "gzip" };
  const body = await bytesOf(response);
  const [encoding] = accepts;
  if (!encoding || !body || body.byteLength < COMPRESSED_FROM_BYTES) return { body };
  return { body: compressQuickly(body, encoding), encoding };
}

async function send(req: IncomingMessage, res: ServerResponse, response: Response): Promise<void> {
  if (response instanceof StreamedResponse) return sendPieces(req, res, response);
  const mayPack = TEXT.test(response.headers.get("Content-Type") ?? "") && !response.headers.has("Content-Encoding");
  const accepts = mayPack && req.method !== "HEAD" ? acceptedEncodings(req.headers["accept-encoding"]) : [];
  const { body, encoding } = await packedBody(response, accepts);
  for (const [name, value] of response.headers) res.appendHeader(name, value);
  if (mayPack) res.appendHeader("Vary", "Accept-Encoding");
  if (encoding) res.setHeader("Content-Encoding", encoding);
  // The length that a GET would have is unknown, because the body was not compressed.
  if (req.method !== "HEAD") res.setHeader("Content-Length", body?.byteLength ?? 0);
  res.writeHead(response.status);
  res.end(req.method === "HEAD" ? undefined : body);
  limitUnread(res, body);
}

/** Sends a response while it is produced; a compressor would withhold the last words before a failure. */
async function sendPieces(req: IncomingMessage, res: ServerResponse, response: StreamedResponse): Promise<void> {
  for (const [name, value] of response.headers) res.appendHeader(name, value);
  res.writeHead(response.status);
  const pieces = response.body?.[Symbol.asyncIterator]();
  if (!pieces || req.method === "HEAD") {
    await pieces?.return?.();
    res.end();
    return;
  }
  // This closes a connection earlier if nothing is read on it.
  res.setTimeout(UNREAD_MS);
  const onLate = guarded(() => res.destroy());
  const late = setTimeout(onLate, STREAMED_DEADLINE_MS);
  try {
    for await (const piece of { [Symbol.asyncIterator]: () => pieces }) {
      if (!(await written(res, piece))) return;
    }
    res.end();
  } catch (error) {
    log().warn({ error: describeError(error) }, "a streamed response broke off");
    // We never send the end of the response, so that no client considers it complete.
    res.socket?.destroySoon();
  } finally {
    clearTimeout(late);
  }
}

function written(res: ServerResponse, piece: Uint8Array): Promise<boolean> {
  return new Promise((resolve) => {
    const done = guarded(() => {
      res.off("close", done);
      forget();
      resolve(!res.destroyed);
    });
    if (res.destroyed) return resolve(false);
    res.once("close", done);
    res.write(piece, done);
    const forget = limitUnread(res, piece);
  });
}
