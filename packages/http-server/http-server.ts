import { once } from "node:events";
import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setImmediate as nextRound, setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import { describeError } from "@storefront/observability/log";
import { newRequestId, REQUEST_ID_HEADER } from "@storefront/observability/request-id";
import { guarded } from "@storefront/resilience/guarded";
import type { Connections } from "./connections";
import type { ErrorPage, ErrorStatus } from "./error-response";
import { compose, Exchange, type Expectation, type Middleware } from "./exchange";
import { HEADER_LINES_MAX, TARGET_MAX_BYTES } from "./guards";
import { measuredMessage } from "./measured-message";
import { STRICT_POLICY } from "./security-headers";
import { limitUnread } from "./unread-responses";

/** How long an idle connection stays open by default. */
const KEEP_ALIVE_MS = 65_000;
/** More than is accepted: the `limitHead` step has read the whole head and gives the more exact error. */
const MAX_HEADER_BYTES = 32 * 1024;
/** How long a visitor may read nothing of a response that waits for them. */
export const UNREAD_MS = 30_000;

/** The status for input that node:http could not parse, by its error; anything else is 400. */
function statusOf({ code, rawPacket }: NodeJS.ErrnoException & { rawPacket?: Buffer }): ErrorStatus {
  if (code === "HPE_HEADER_OVERFLOW") return statusOfOverflow(rawPacket);
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
}

/**
 * The status for a head that was longer than node:http reads. A line longer than one packet can only be an address: a
 * browser has no such cookies.
 *
 * @param packet what came last
 */
function statusOfOverflow(packet: Buffer | undefined): ErrorStatus {
  const text = packet?.toString("latin1") ?? "";
  const [line = ""] = text.split("\r\n", 1);
  return line.length === text.length || (/^[A-Z]+ \//.test(line) && line.length > TARGET_MAX_BYTES) ? 414 : 431;
}

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
   * Announces that it ends (`isDraining`, `Connection: close`), then stops accepting connections, lets requests under
   * way finish, closes what is idle (behaviour 13.23).
   *
   * @param deadlineMs after this, what is still open is cut
   * @param delayMs so long it goes on accepting connections, until balancers have looked
   * @returns true once every request got its response, false when something had to be cut
   */
  drain(deadlineMs: number, delayMs?: number): Promise<boolean>;
}

/**
 * node:http with its time and size limits, which treats each request by a pipeline. A connection has one request under
 * way at a time: what it sends ahead waits (`Connections.begin`), so that responses that nobody reads do not pile up.
 *
 * @param options.pipeline the steps, in their order; what one of them throws becomes 500
 * @param options.connections those of this server alone; the pipeline has `connections.track` as one of its steps
 * @param options.errorPage of what node:http cannot read, and of the 500
 * @param options.headers those of every response, for requests that node:http cannot read and no step ever sees
 * @param options.headersMs time for the head of a request, in milliseconds
 * @param options.requestMs time for a whole request, in milliseconds
 * @param options.inactiveMs time for a connection on which nothing moves, in milliseconds; `requestMs` by default
 * @param options.keepAliveMs how long an idle connection stays open, in milliseconds; KEEP_ALIVE_MS by default. It must
 *   be longer than the proxy in front keeps one: what the proxy sends as it is closed is lost
 * @param options.unreadMs the same while a finished response waits to be read; UNREAD_MS by default
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
}): DrainingServer {
  const { connections, errorPage, headers, headersMs, log } = options;
  const { keepAliveMs = KEEP_ALIVE_MS, unreadMs = UNREAD_MS } = options;
  const run = compose(options.pipeline);
  // node:http wants the whole to take no less than its head.
  const requestMs = Math.max(options.requestMs, headersMs);

  const server = createServer({
    IncomingMessage: measuredMessage(connections.onRead),
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: Math.ceil(headersMs / 5),
    // node:http would respond to this one by itself, without headers; the `limitHead` step rejects it.
    requireHostHeader: false,
  });
  // node:http silently drops lines beyond this, even our proxy's: `limitHead` rejects a head with half as many.
  server.maxHeadersCount = 2 * HEADER_LINES_MAX;
  server.setTimeout(options.inactiveMs ?? requestMs);
  // node:http would close it: the system then keeps what was not read for minutes.
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

  /** What the system has not taken off our hands waits for the visitor. */
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
        // Else the time to read the response before it would hold for this one.
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
    socket.end(page.body);
  };
  server.on(
    "clientError",
    guarded((error: NodeJS.ErrnoException, socket: Socket) =>
      connections.onFailed(socket, () => onClientError(error, socket)),
    ),
  );
  // node:http would do the same, uncounted.
  server.on(
    "connect",
    guarded((_req: IncomingMessage, socket: Socket) => {
      connections.onRead(socket);
      socket.destroy();
    }),
  );

  return {
    server,
    isDraining: connections.isDraining,
    async listen(port, host) {
      server.listen(port, host);
      await once(server, "listening");
      return server.address() as AddressInfo;
    },
    async drain(deadlineMs, delayMs = 0) {
      connections.startDraining();
      if (delayMs > 0) {
        await wait(delayMs);
        // Data that have arrived are read first: a connection that is closed with unread bytes is reset, its request
        // lost.
        await nextRound();
      }
      connections.stopAccepting(() => server.closeIdleConnections());
      let cut = false;
      const deadline = setTimeout(
        guarded(() => {
          cut = true;
          server.closeAllConnections();
        }),
        deadlineMs,
      );
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await connections.cutUnused();
      await closed;
      clearTimeout(deadline);
      return !cut;
    },
  };
}
