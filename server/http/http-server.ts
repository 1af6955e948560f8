import { once } from "node:events";
import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setImmediate as nextRound, setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import { tellsHowMany } from "~server/held";
import { describeError } from "~server/log";
import { refusalPage, sendRefusal, type RefusalStatus } from "~server/http/refusal";
import { STRICT_POLICY } from "~server/http/security-headers";
import { newRequestId, REQUEST_ID_HEADER, withRequestId } from "~server/request-id";

/** An idle connection is kept this long: longer than the usual 60 s of a proxy, so that the proxy closes first. */
const KEEP_ALIVE_MS = 65_000;
/** Cookies (session, flow, flash) and the longest queries (behaviour 2.35) fit well within. */
const MAX_HEADER_BYTES = 16 * 1024;

/** What node:http could not read, by the code of its error; anything else is 400. */
const CLIENT_ERRORS: Readonly<Record<string, RefusalStatus>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** What a visitor waits for before sending the body: nothing, `100 Continue`, or another expectation (`Expect: …`). */
export type Expectation = "nothing" | "continue" | "unknown";

/** Answers one request. */
export type Answer = (req: IncomingMessage, res: ServerResponse, expected: Expectation) => Promise<void>;

/** A server that can be drained. */
export interface DrainingServer {
  server: Server;
  /** Whether a drain has begun. */
  isDraining: () => boolean;
  /**
   * Begins to accept connections.
   *
   * @returns where, once it does
   * @throws Error of the system, such as EADDRINUSE
   */
  listen(port: number, host: string): Promise<AddressInfo>;
  /**
   * Says that it ends (`isDraining`, `Connection: close`), then stops accepting connections, lets requests under way
   * finish, closes what is idle (behaviour 13.23).
   *
   * @param deadlineMs after this, what is still open is cut
   * @param delayMs so long it goes on accepting connections, until balancers have looked
   * @returns true once everything was answered, false when something had to be cut
   */
  drain(deadlineMs: number, delayMs?: number): Promise<boolean>;
}

/**
 * node:http with its time and size limits, and a list of its open connections.
 *
 * @param options.answer answers each request; a rejection becomes 500
 * @param options.atOnce answers a request before anything is done for it, or leaves it untouched
 * @param options.identify gives each request its id, which all that `answer` does then knows
 * @param options.headers those of every answer, for requests that node:http cannot read and `answer` never sees
 * @param options.headersMs time for the head of a request
 * @param options.requestMs time for a whole request, and for a connection on which nothing moves
 */
export function createHttpServer(options: {
  answer: Answer;
  identify: (req: IncomingMessage) => string;
  atOnce: (req: IncomingMessage, res: ServerResponse) => boolean;
  headers: ReadonlyArray<readonly [string, string]>;
  headersMs: number;
  requestMs: number;
  log: Logger;
}): DrainingServer {
  const { answer, atOnce, identify, headers, headersMs, log } = options;
  // node:http wants the whole to take no less than its head.
  const requestMs = Math.max(options.requestMs, headersMs);
  /** Open connections, and how many requests of each are being answered. */
  const connections = new Map<Socket, number>();
  tellsHowMany("connections", () => connections.size);
  let draining = false;
  /** No connection is accepted any more. */
  let closing = false;

  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: Math.ceil(headersMs / 5),
    // node:http would answer this one bare, by itself; `answer` refuses it.
    requireHostHeader: false,
  });
  // Every line is kept: node:http drops those beyond its count without a word. `answer` refuses too many; bytes are
  // limited above.
  server.maxHeadersCount = 0;
  server.setTimeout(requestMs);

  function count(socket: Socket, change: 1 | -1): void {
    const current = connections.get(socket);
    if (current !== undefined) connections.set(socket, current + change);
  }

  function listener(expected: Expectation) {
    return (req: IncomingMessage, res: ServerResponse): void => {
      if (expected === "nothing" && atOnce(req, res)) return;
      const { socket } = req;
      count(socket, 1);
      res.once("close", () => {
        count(socket, -1);
        // An answer whose head left before the drain could not announce the end of its connection.
        if (closing) setImmediate(() => server.closeIdleConnections());
      });
      const id = identify(req);
      res.setHeader(REQUEST_ID_HEADER, id);
      withRequestId(id, () => {
        answer(req, res, expected).catch((error: unknown) => {
          log.error({ error: describeError(error) }, "request failed");
          if (res.headersSent) res.destroy();
          else sendRefusal(req, res, { status: 500, closes: true });
        });
      });
    };
  }

  server.on("request", listener("nothing"));
  server.on("checkContinue", listener("continue"));
  server.on("checkExpectation", listener("unknown"));
  server.on("connection", (socket) => {
    connections.set(socket, 0);
    socket.once("close", () => connections.delete(socket));
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === "ECONNRESET" || (connections.get(socket) ?? 0) > 0) {
      socket.destroy();
      return;
    }
    const status = CLIENT_ERRORS[error.code ?? ""] ?? 400;
    const requestId = newRequestId();
    log.info({ requestId, status, error: describeError(error) }, "unreadable request");
    const page = refusalPage(status, requestId);
    const lines = [
      ...headers,
      [REQUEST_ID_HEADER, requestId],
      ["Content-Security-Policy", STRICT_POLICY],
      ...Object.entries(page.headers),
    ];
    const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`, ...lines.map((line) => line.join(": "))].join(
      "\r\n",
    );
    socket.write(`${head}\r\nConnection: close\r\n\r\n`);
    socket.end(page.body);
  });

  return {
    server,
    isDraining: () => draining,
    async listen(port, host) {
      server.listen(port, host);
      await once(server, "listening");
      return server.address() as AddressInfo;
    },
    async drain(deadlineMs, delayMs = 0) {
      draining = true;
      if (delayMs > 0) {
        await wait(delayMs);
        // What has arrived is read first: a connection that is closed with unread bytes is reset, its request lost.
        await nextRound();
      }
      closing = true;
      let cut = false;
      const deadline = setTimeout(() => {
        cut = true;
        server.closeAllConnections();
      }, deadlineMs);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Node counts a connection on which nothing was ever sent (a browser opens such in advance) as busy.
      for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy();
      await closed;
      clearTimeout(deadline);
      return !cut;
    },
  };
}
