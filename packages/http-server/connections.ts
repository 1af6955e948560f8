import { existsSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { registerGauge } from "@storefront/observability/metrics";
import { guarded } from "@storefront/resilience/guarded";
import type { Exchange, Next } from "./exchange";
import { hasBody } from "./guards";
import { heldBySystem } from "./held-by-system";
import { bytesOfLines } from "./measured-message";
import { createReadTurns, TURN_MAX_MS } from "./read-turns";
import { ignoreRest, stopParsing } from "./stop-parsing";
import { takeTurns } from "./take-turns";
import { createTurnQueue } from "./turn-queue";

/** How many requests of a connection may wait for the previous one. Browsers and proxies do not pipeline. */
const WAITING_PER_CONNECTION = 4;
/** How many requests may wait on all connections together: each has a head of up to 32 kB. */
const WAITING_IN_ALL = 200;

/** The system buffers about 90 kB of each connection whose turn to be read has not come. */
const CONNECTIONS_MAX = 6_000;
/** Files reserved for other purposes: the store, upstream calls, uploads, pictures. */
const OTHER_FILES = 500;
const LIMITS_FILE = "/proc/self/limits";

/**
 * Returns the maximum number of connections of this process. Each is an open file: without this maximum, strangers with
 * idle connections could exhaust the system's limit, and nobody else could connect, not even a health check.
 *
 * @param limits the system's table of limits; empty if it has none
 */
export function connectionsMax(limits = existsSync(LIMITS_FILE) ? readFileSync(LIMITS_FILE, "utf8") : ""): number {
  const files = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Infinity);
  return Math.min(CONNECTIONS_MAX, Math.max(files - OTHER_FILES, Math.floor(files / 2)));
}

/** The limit for unfinished heads. node:http reads up to 32 kB of each, and briefly needs twice that memory. */
const UNFINISHED_MAX_BYTES = 16 * 1024 * 1024;
/** The limit for the heads of requests in progress, which take twice that memory. A thousand visitors need 2 MB. */
const HEADS_MAX_BYTES = 32 * 1024 * 1024;
/** Fewer connections cannot reach the limits. */
const LOOKED_AT_FROM = 8;
/**
 * The operating system buffers what a visitor does not read, and counts it towards the process's memory limit: up to
 * 4 MB of a connection (`tcp_wmem`) whose visitor goes on to send requests, about 70 kB after one page. While we do not
 * read, it also buffers up to 32 MB of what the visitor sends (`tcp_rmem`). Only the system knows how much it is.
 */
const HELD_MAX_BYTES = 4 * 1024 * 1024;
const RECEIVED_MAX_BYTES = 32 * 1024 * 1024;
const HELD_BY_SYSTEM_BYTES = 70 * 1024;
const HELD_IN_ALL_MAX_BYTES = 140 * 1024 * 1024;
/** How long a connection stays open after a response, also after its last one, which the visitor may still be reading. */
export const KEEP_ALIVE_MS = 65_000;
const LOOK_MS = 50;
/** Clients may write spaces and empty lines that node:http does not pass on. */
const SPACES_MAX_BYTES = 256;
/** Closing more connections at a time would delay all others. */
const CLOSED_AT_ONCE = 250;

/** The size of a chunk and its line ends. */
const CHUNK_FRAME_BYTES = 8;

/** Returns the bytes of a request's head as clients usually write it. */
function bytesOfHead({ method = "", url = "", rawHeaders }: IncomingMessage): number {
  return method.length + url.length + "  HTTP/1.1\r\n\r\n".length + bytesOfLines(rawHeaders);
}

export type Connections = ReturnType<typeof createConnections>;

interface Connection {
  requests: number;
  /** Pipelined requests. */
  waiting: number;
  /** The bytes read when the last request began. */
  bytesRead: number;
  /** The bytes up to the end of the last complete head and its body, or as much of it as has arrived in chunks. */
  bytesComplete: number;
  /** The bytes of the heads of requests in progress. */
  bytesOfHeads: number;
  /** The bytes of responses that the visitor has certainly received. */
  bytesTaken: number;
}

/**
 * @param options.kind the label of these connections in the metrics
 * @param options.unfinishedMaxBytes limit for all unfinished heads together
 * @param options.headsMaxBytes limit for the heads of all requests in progress together
 * @param options.heldMaxBytes limit for what the system buffers for all connections together
 * @param options.lookedAtFrom below this number of connections, nothing is checked
 */
export function createConnections({
  kind = "connections",
  max = connectionsMax(),
  unfinishedMaxBytes = UNFINISHED_MAX_BYTES,
  headsMaxBytes = HEADS_MAX_BYTES,
  heldMaxBytes = HELD_IN_ALL_MAX_BYTES,
  lookedAtFrom = LOOKED_AT_FROM,
}: {
  kind?: string;
  max?: number;
  unfinishedMaxBytes?: number;
  headsMaxBytes?: number;
  heldMaxBytes?: number;
  lookedAtFrom?: number;
} = {}) {
  /** Those whose last request began longest ago come first. */
  const open = new Map<Socket, Connection>();
  registerGauge(kind, () => open.size);
  const turns = createReadTurns();
  const { onRead, onConnection, isOnlyAccepting, isBehind, isWaiting } = turns;
  let waitingInAll = 0;
  /** Pipelined requests and failed connections wait here for a later turn. */
  const inLaterTurn = createTurnQueue(TURN_MAX_MS);
  const failed = new WeakSet<Socket>();
  let draining = false;
  let onIdle: (() => void) | undefined;

  function count(socket: Socket, change: 1 | -1): void {
    const connection = open.get(socket);
    if (connection) connection.requests += change;
  }

  /** Closes the first connection without a request in progress, or the first of all if there is none. */
  function closeOldest(): void {
    let busy: Socket | undefined;
    for (const [socket, { requests }] of open) {
      // Closed connections are removed from the list a little later.
      if (socket.destroyed) continue;
      if (requests === 0) return void socket.resetAndDestroy();
      busy ??= socket;
    }
    busy?.resetAndDestroy();
  }

  let looking: NodeJS.Timeout | undefined;

  function lookAround(): void {
    if (open.size >= lookedAtFrom) looking ??= setTimeout(look, LOOK_MS).unref();
  }

  const look: () => void = guarded(() => {
    looking = undefined;
    closeBeyond(unfinishedMaxBytes, unfinishedBytes);
    closeBeyond(headsMaxBytes, (_, { bytesOfHeads }) => bytesOfHeads);
    if (bytesOfAll(notYetTaken) <= heldMaxBytes) return lookAround();
    void closeBeyondHeld().finally(lookAround);
  });

  /**
   * Changes how a connection closes: the system would hold unread bytes of a closed connection for minutes, and nobody
   * could count them. After the last response only our side ends, and the visitor closes the connection. Otherwise it is
   * reset. In a drain it closes as usual, so that the process need not wait for a visitor.
   */
  function holdNothing(socket: Socket): void {
    const closeSoon = socket.destroySoon.bind(socket);
    socket.destroySoon = () => {
      // Otherwise node:http would keep all that the visitor goes on to send, and later drop it in quadratic time.
      ignoreRest(
        socket,
        guarded(() => onRead(socket)),
      );
      if (draining) return closeSoon();
      socket.end().setTimeout(KEEP_ALIVE_MS);
    };
    socket.destroy = (error) => {
      delete (socket as Partial<Socket>).destroy;
      return draining || error ? socket.destroy(error) : socket.resetAndDestroy();
    };
    // While the system has yet to send our end, it refuses a reset, and Node would never close the connection.
    const reset = guarded(socket.resetAndDestroy.bind(socket));
    socket.resetAndDestroy = () => {
      if (socket.writableEnded && socket.writableLength === 0 && !socket.writableFinished) socket.once("finish", reset);
      else reset();
      return socket;
    };
  }

  async function closeBeyondHeld(): Promise<void> {
    const sent = new Map([...open.keys()].map((socket) => [socket, socket.bytesWritten - socket.writableLength]));
    const held = await heldBySystem();
    if (!held) return closeBeyond(heldMaxBytes, idleBytes);
    for (const [socket, bytes] of sent) {
      const connection = open.get(socket);
      if (connection) connection.bytesTaken = Math.max(connection.bytesTaken, bytes - held(socket));
    }
    closeBeyond(heldMaxBytes, held);
  }

  /** Returns the bytes of an unfinished head, which may have come together with a complete request. */
  const unfinishedBytes = ({ bytesRead }: Socket, { bytesComplete }: Connection) =>
    Math.max(bytesRead - bytesComplete, 0);

  /**
   * Returns the bytes that the system may buffer at most. While a response waits for its reader, or a body for the app,
   * node:http reads nothing.
   */
  const notYetTaken = (socket: Socket, { bytesTaken }: Connection) =>
    socket.writableLength > 0 || (socket.isPaused() && !isWaiting(socket))
      ? HELD_MAX_BYTES + RECEIVED_MAX_BYTES
      : Math.min(socket.bytesWritten - bytesTaken, HELD_MAX_BYTES);

  /** Estimates the response bytes that the system buffers, if it does not say. */
  const idleBytes = (socket: Socket, { requests }: Connection) =>
    requests > 0 || socket.destroyed ? 0 : Math.min(socket.bytesWritten, HELD_BY_SYSTEM_BYTES);

  function bytesOfAll(bytesOf: typeof idleBytes): number {
    let bytes = 0;
    for (const [socket, connection] of open) bytes += bytesOf(socket, connection);
    return bytes;
  }

  /** Resets the connections with the most bytes, the oldest first. */
  function closeBeyond(maxBytes: number, bytesOf: typeof idleBytes): void {
    let bytes = bytesOfAll(bytesOf);
    if (bytes <= maxBytes) return;
    const all = [...open].map(([socket, connection]) => [bytesOf(socket, connection), socket] as const);
    for (const [length, socket] of all.sort(([one], [other]) => other - one).slice(0, CLOSED_AT_ONCE)) {
      if (bytes <= maxBytes) return;
      bytes -= length;
      socket.resetAndDestroy();
    }
  }

  return {
    /** Call this for everything that is read. */
    onRead,
    /** Call this for each piece of a body, and at its end for the trailers. */
    onPiece: ({ socket, headers }: IncomingMessage, bytes: number): void => {
      onRead(socket);
      const connection = open.get(socket);
      if (connection && headers["transfer-encoding"] !== undefined)
        connection.bytesComplete += bytes + CHUNK_FRAME_BYTES;
    },
    /** Returns true in turns of the event loop in which new connections come first. */
    isOnlyAccepting,
    /** A pipeline step that begins requests in turns. */
    takeTurn: takeTurns(turns),
    /**
     * Handles a failed connection in a later turn, because thousands may fail at once. Skips a connection that is
     * closed by then, and all failures after the first.
     */
    onFailed(socket: Socket, handle: () => void): void {
      onRead(socket);
      if (failed.has(socket)) return;
      failed.add(socket);
      inLaterTurn(() => {
        failed.delete(socket);
        if (!socket.destroyed) handle();
      });
    },
    /** Counts a request of its connection until the response has ended. This is a pipeline step. */
    track: (exchange: Exchange, next: Next): void | Promise<void> => {
      const { socket } = exchange.req;
      count(socket, 1);
      const onClose = guarded(() => {
        count(socket, -1);
        // A response whose head was sent before the drain could not announce `Connection: close`.
        if (onIdle) setImmediate(guarded(onIdle));
      });
      exchange.res.once("close", onClose);
      return next(exchange);
    },
    isDraining: () => draining,
    startDraining: () => void (draining = true),
    /** Calls `call` after each response from now on. */
    stopAccepting: (call: () => void) => void (onIdle = call),
    /** Adds a connection. Beyond the limit it closes the oldest one, if possible one without a request in progress. */
    add: (socket: Socket): void => {
      if (open.size >= max) closeOldest();
      const connection = { requests: 0, waiting: 0, bytesRead: 0, bytesComplete: 0, bytesOfHeads: 0, bytesTaken: 0 };
      open.set(socket, connection);
      onConnection(socket);
      lookAround();
      holdNothing(socket);
      const onEnd = guarded(() => onRead(socket));
      const onClose = guarded(() => {
        open.delete(socket);
        waitingInAll -= connection.waiting;
      });
      socket.once("end", onEnd).once("close", onClose);
    },
    isBusy: (socket: Socket) => (open.get(socket)?.requests ?? 0) > 0,
    /**
     * Closes connections on which nothing was ever sent, which browsers open in advance, and those that had their last
     * response. Node counts them as busy.
     *
     * @param areHeadsLate true once the time for a head is over, which Node no longer watches in a drain
     */
    async cutUnused(areHeadsLate = false): Promise<void> {
      const isUnused = ([socket, { requests, waiting }]: [Socket, Connection]) =>
        socket.bytesRead === 0 ||
        socket.writableFinished ||
        (areHeadsLate && requests + waiting + socket.writableLength === 0);
      const unused = () => [...open].filter(isUnused).map(([socket]) => socket);
      // A connection that is paused, or was just resumed, may have sent a request.
      for (let calmTurns = 0; calmTurns < 2; calmTurns = isBehind() ? 0 : calmTurns + 1) await nextTurn();
      for (const socket of unused()) socket.destroy();
    },
    /**
     * Begins a request at once or, if it was pipelined, after the previous response. Closes a connection with too many
     * waiting requests.
     */
    begin(socket: Socket, res: ServerResponse, handle: () => void): void {
      const connection = open.get(socket);
      // The connection is closed, or had its last response, but the parser is still working through its packet.
      if (!connection || socket.destroyed || socket.writableEnded) return;
      onRead(socket);
      open.delete(socket);
      open.set(socket, connection);
      const { bytesRead } = socket;
      const headBytes = bytesOfHead(res.req);
      connection.bytesOfHeads += headBytes;
      const onClose = guarded(() => void (connection.bytesOfHeads -= headBytes));
      res.once("close", onClose);
      // The length of a chunked body is not known yet.
      const complete = connection.bytesComplete + headBytes + Number(res.req.headers["content-length"] ?? 0);
      const rest = bytesRead - complete;
      const isWhole = rest < SPACES_MAX_BYTES && (rest >= 0 || !hasBody(res.req));
      connection.bytesComplete = isWhole ? bytesRead : complete;
      // Otherwise all requests of a packet that need no I/O would be handled in one turn.
      if (res.socket && connection.bytesRead !== bytesRead) {
        connection.bytesRead = bytesRead;
        return handle();
      }
      if (connection.waiting >= WAITING_PER_CONNECTION || waitingInAll >= WAITING_IN_ALL) return stopParsing(socket);
      connection.waiting += 1;
      waitingInAll += 1;
      const takeTurn = guarded(() =>
        inLaterTurn(() => {
          if (socket.destroyed) return;
          connection.waiting -= 1;
          waitingInAll -= 1;
          handle();
        }),
      );
      if (res.socket) takeTurn();
      // node:http assigns a response its socket after the previous response.
      else res.once("socket", takeTurn);
    },
  };
}
