import { once } from "node:events";
import { createServer, STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setImmediate as nextRound, setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import { describeError } from "@storefront/observability/log";
import { newRequestId, REQUEST_ID_HEADER } from "@storefront/observability/request-id";
import { guarded } from "@storefront/resilience/guarded";
import { KEEP_ALIVE_MS, type Connections } from "./connections";
import type { ErrorPage, ErrorStatus } from "./error-response";
import { compose, Exchange, type Expectation, type Middleware } from "./exchange";
import { HEADER_LINES_MAX, TARGET_MAX_BYTES } from "./guards";
import { measuredMessage } from "./measured-message";
import { STRICT_POLICY } from "./security-headers";
import { limitUnread } from "./unread-responses";

/**
 * How many connections may wait to be accepted. The system drops further attempts, and clients repeat them after a
 * second. A health check waits behind all of them, so a longer queue would not help.
 */
const ACCEPT_QUEUE = 2_048;
/** The limit is higher than that of `limitHead`, whose error is more precise. */
const MAX_HEADER_BYTES = 32 * 1024;
/** How long a finished response may wait while the visitor reads nothing. */
export const UNREAD_MS = 30_000;

function statusOf({ code, rawPacket }: NodeJS.ErrnoException & { rawPacket?: Buffer }): ErrorStatus {
  if (code === "HPE_HEADER_OVERFLOW") return statusOfOverflow(rawPacket);
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
}

/**
 * Returns the status for a head longer than node:http reads. Only the address can be a line longer than a packet,
 * because browsers store no such cookies.
 */
function statusOfOverflow(packet: Buffer | undefined): ErrorStatus {
  const text = packet?.toString("latin1") ?? "";
  const [line = ""] = text.split("\r\n", 1);
  return line.length === text.length || (/^[A-Z]+ \//.test(line) && line.length > TARGET_MAX_BYTES) ? 414 : 431;
}

export type DrainingServer = ReturnType<typeof createHttpServer>;

/**
 * Makes a node:http server with limits of time and size, which handles each request in a pipeline. Each connection has
 * one request in progress; pipelined requests wait (`Connections.begin`), so that unread responses do not pile up.
 *
 * @param options.pipeline the steps in order, including `connections.track`; an exception becomes a 500
 * @param options.connections for this server only
 * @param options.headers the headers of every response, for requests that never reach a step
 * @param options.headersMs time for the head of a request
 * @param options.requestMs time for a whole request
 * @param options.inactiveMs time for a connection without any traffic; `requestMs` by default
 * @param options.keepAliveMs how long an idle connection stays open; must be longer than in the proxy in front, or
 *   requests sent during the close are lost
 * @param options.unreadMs time within which the visitor must read some of a finished response
 */
export function createHttpServer(options: {
  pipeline: readonly Middleware[];
  connections: Connections;
  errorPage: ErrorPage;
  headers: ReadonlyArray<readonly [string, string]>;
  headersMs: number;
  requestMs: number;
  inactiveMs?: number | undefined;
  keepAliveMs?: number | undefined;
  unreadMs?: number | undefined;
  log: Logger;
}) {
  const { connections, errorPage, headers, headersMs, log } = options;
  const { keepAliveMs = KEEP_ALIVE_MS, unreadMs = UNREAD_MS } = options;
  const run = compose(options.pipeline);
  // node:http rejects a shorter time for the whole request than for its head.
  const requestMs = Math.max(options.requestMs, headersMs);

  const server = createServer({
    IncomingMessage: measuredMessage(connections.onPiece),
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: Math.ceil(headersMs / 5),
    // `limitHead` rejects a missing Host. node:http would respond without our headers.
    requireHostHeader: false,
  });
  // node:http silently drops further lines, even our proxy's; `limitHead` rejects half as many.
  server.maxHeadersCount = 2 * HEADER_LINES_MAX;
  server.setTimeout(options.inactiveMs ?? requestMs);
  // node:http would close the connection, and the system would buffer unread bytes for minutes.
  server.on(
    "timeout",
    guarded((socket: Socket) => socket.resetAndDestroy()),
  );

  function failed(exchange: Exchange, error: unknown): void {
    const { res } = exchange;
    const id = res.getHeader(REQUEST_ID_HEADER);
    log.error({ ...(id === undefined ? {} : { requestId: id }), error: describeError(error) }, "request failed");
    exchange.abandon();
  }

  /** Limits the time and the memory of a response that waits for its reader. */
  function limitReading({ req, res }: Exchange): void {
    if (!res.writableEnded || res.writableFinished || req.socket.destroyed) return;
    req.socket.setTimeout(unreadMs);
    limitUnread(res);
  }

  function treat(exchange: Exchange): void {
    const fail = (error: unknown) => failed(exchange, error);
    try {
      const running = run(exchange);
      if (running) return void running.catch(fail).then(() => limitReading(exchange));
    } catch (error) {
      fail(error);
    }
    limitReading(exchange);
  }

  function listener(expects: Expectation) {
    return (req: IncomingMessage, res: ServerResponse): void => {
      connections.begin(req.socket, res, () => {
        if (req.socket.timeout === unreadMs) req.socket.setTimeout(server.timeout);
        treat(new Exchange(req, res, expects, errorPage));
      });
    };
  }

  server.on("request", guarded(listener("nothing")));
  server.on("checkContinue", guarded(listener("continue")));
  server.on("checkExpectation", guarded(listener("unknown")));
  server.on("connection", guarded(connections.add));
  const onClientError = (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === "ECONNRESET" || connections.isBusy(socket)) {
      socket.destroy();
      return;
    }
    const status = statusOf(error);
    const requestId = newRequestId();
    log.info({ requestId, status, error: describeError(error) }, "unreadable request");
    const page = errorPage(status, requestId);
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
    socket.write(page.body);
    socket.destroySoon();
  };
  const onFailure = guarded((error: NodeJS.ErrnoException, socket: Socket) =>
    connections.onFailed(socket, () => onClientError(error, socket)),
  );
  server.on("clientError", onFailure);
  // node:http would do the same without counting it.
  const onConnect = guarded((_req: IncomingMessage, socket: Socket) => {
    connections.onRead(socket);
    socket.destroy();
  });
  server.on("connect", onConnect);

  return {
    server,
    isDraining: connections.isDraining,
    /** Starts to accept connections. Throws an error of the system, such as EADDRINUSE. */
    async listen(port: number, host: string): Promise<AddressInfo> {
      server.listen(port, host, ACCEPT_QUEUE);
      await once(server, "listening");
      return server.address() as AddressInfo;
    },
    /**
     * Announces the shutdown (`isDraining`, `Connection: close`), gives balancers `delayMs` to notice it, then stops
     * accepting connections and lets requests in progress finish.
     *
     * @param deadlineMs after this time, open connections are cut
     * @returns false if a connection had to be cut
     */
    async drain(deadlineMs: number, delayMs = 0): Promise<boolean> {
      connections.startDraining();
      if (delayMs > 0) {
        await wait(delayMs);
        // Closing a connection with unread bytes would reset it and lose its request, so received bytes are read first.
        await nextRound();
      }
      connections.stopAccepting(() => server.closeIdleConnections());
      let cut = false;
      const cutAll = guarded(() => {
        cut = true;
        server.closeAllConnections();
      });
      const deadline = setTimeout(cutAll, deadlineMs);
      const cutHeads = guarded(() => connections.cutUnused(true));
      const headsEnd = setTimeout(cutHeads, headersMs);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await connections.cutUnused();
      await closed;
      for (const timer of [deadline, headsEnd]) clearTimeout(timer);
      return !cut;
    },
  };
}
