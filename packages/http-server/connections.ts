import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { registerGauge } from "@storefront/observability/gauges";
import { guarded } from "@storefront/resilience/guarded";
import type { Middleware } from "./exchange";
import { createReadTurns, TURN_MAX_MS } from "./read-turns";
import { stopParsing } from "./stop-parsing";
import { takeTurns } from "./take-turns";
import { createTurnQueue } from "./turn-queue";

/** So many requests of one connection may wait for the one before them. Browsers and proxies send none ahead. */
const WAITING_PER_CONNECTION = 4;
/** So many may wait in all: each has a head of up to 32 kB. */
const WAITING_IN_ALL = 200;

/**
 * So many bytes of heads that have not ended are kept: node:http reads 32 kB of each, which it holds for a while in
 * twice as much memory. Few connections cannot have as many, and are not looked at.
 */
const UNFINISHED_MAX_BYTES = 16 * 1024 * 1024;
const LOOKED_AT_FROM = 1_000;
/**
 * The system keeps about 70 kB of what a visitor does not read, for as long as the connection idles, and it counts
 * towards a memory limit of the process: 12,000 connections with that much would be 840 MB.
 */
const KEPT_BY_SYSTEM_BYTES = 70 * 1024;
const IDLE_MAX_BYTES = 280 * 1024 * 1024;
const LOOK_MS = 50;
/** More at a time would hold up all others. */
const CLOSED_AT_ONCE = 250;

/** The open connections of a server, and whether it is about to end. */
export interface Connections {
  /** A step that counts a request of its connection until its response has ended. */
  track: Middleware;
  /** True in a turn of the event loop in which new connections come first. */
  isOnlyAccepting: () => boolean;
  /** A step that begins requests in turns (`takeTurns`). */
  takeTurn: Middleware;
  /** Whether a drain has begun. */
  isDraining: () => boolean;
  startDraining: () => void;
  /** No connection is accepted any more. `onIdle` is called after each response that ends from now on. */
  stopAccepting: (onIdle: () => void) => void;
  /** Takes a new connection in. Beyond the limit it closes the oldest one without a request under way. */
  add: (socket: Socket) => void;
  isBusy: (socket: Socket) => boolean;
  /** Cuts those on which nothing was ever sent: a browser opens such in advance, and Node counts them as busy. */
  cutUnused: () => Promise<void>;
  /**
   * Begins a request: at once, or, if it was sent ahead, after the response before it, in a turn of the event loop
   * that has time for it. A connection with too many such requests is closed, and they never begin.
   */
  begin: (socket: Socket, res: ServerResponse, handle: () => void) => void;
  /** Call it for whatever is read: a turn of the event loop in which much is read ends early (`ReadTurns`). */
  onRead: (socket: Socket) => void;
  /**
   * Does something about a connection whose request cannot be read or took too long, unless it is closed by then.
   * Thousands may fail at the same moment, so it waits until a turn of the event loop has time for it; of several
   * failures meanwhile the first one counts.
   */
  onFailed: (socket: Socket, handle: () => void) => void;
}

interface Connection {
  /** Requests in progress. */
  requests: number;
  /** Requests that were sent ahead. */
  waiting: number;
  /** How much had been read from it when its last request began, and when its last response ended. */
  bytesRead: number;
  bytesDone: number;
}

/**
 * Makes an empty list of connections.
 *
 * @param options.kind their name among the gauges
 * @param options.max how many may be open
 * @param options.unfinishedMaxBytes of heads that have not ended, in all
 * @param options.idleMaxBytes of responses that the system may keep for connections that idle, in all
 * @param options.lookedAtFrom connections are looked at while so many are open
 */
export function createConnections({
  kind = "connections",
  max = 12_000,
  unfinishedMaxBytes = UNFINISHED_MAX_BYTES,
  idleMaxBytes = IDLE_MAX_BYTES,
  lookedAtFrom = LOOKED_AT_FROM,
}: {
  kind?: string;
  max?: number;
  unfinishedMaxBytes?: number;
  idleMaxBytes?: number;
  lookedAtFrom?: number;
} = {}): Connections {
  /** The oldest first. */
  const open = new Map<Socket, Connection>();
  registerGauge(kind, () => open.size);
  const turns = createReadTurns();
  const { onRead, onConnection, isOnlyAccepting } = turns;
  let waitingInAll = 0;
  /** Requests sent ahead whose turn has come, and what is done about failed ones. */
  const inLaterTurn = createTurnQueue(TURN_MAX_MS);
  const failed = new WeakSet<Socket>();
  let draining = false;
  let onIdle: (() => void) | undefined;

  function count(socket: Socket, change: 1 | -1): void {
    const connection = open.get(socket);
    if (connection) connection.requests += change;
  }

  function closeOldestIdle(): void {
    for (const [socket, { requests }] of open) {
      // One that was closed leaves the list a little later.
      if (requests > 0 || socket.destroyed) continue;
      socket.resetAndDestroy();
      return;
    }
  }

  let looking: NodeJS.Timeout | undefined;

  /** Looks at them for as long as there are many. */
  function lookAround(): void {
    if (open.size < lookedAtFrom) return;
    looking ??= setTimeout(
      guarded(() => {
        looking = undefined;
        closeBeyond(unfinishedMaxBytes, unfinishedBytes);
        closeBeyond(idleMaxBytes, idleBytes);
        lookAround();
      }),
      LOOK_MS,
    ).unref();
  }

  /** Bytes of a head that has not ended. */
  const unfinishedBytes = (socket: Socket, { requests, bytesRead, bytesDone }: Connection) =>
    requests > 0 ? 0 : socket.bytesRead - Math.max(bytesRead, bytesDone);

  /** Bytes of responses that the system may still have, since nobody tells whether they were read. */
  const idleBytes = (socket: Socket, { requests }: Connection) =>
    requests > 0 || socket.destroyed ? 0 : Math.min(socket.bytesWritten, KEPT_BY_SYSTEM_BYTES);

  /** Resets those with most, of these the oldest first, until all together are few enough. */
  function closeBeyond(maxBytes: number, bytesOf: typeof idleBytes): void {
    let bytes = 0;
    for (const [socket, connection] of open) bytes += bytesOf(socket, connection);
    if (bytes <= maxBytes) return;
    const all = [...open].map(([socket, connection]) => [bytesOf(socket, connection), socket] as const);
    for (const [length, socket] of all.sort(([one], [other]) => other - one).slice(0, CLOSED_AT_ONCE)) {
      if (bytes <= maxBytes) return;
      bytes -= length;
      socket.resetAndDestroy();
    }
  }

  return {
    onRead,
    isOnlyAccepting,
    takeTurn: takeTurns(turns),
    onFailed(socket, handle) {
      onRead(socket);
      if (failed.has(socket)) return;
      failed.add(socket);
      inLaterTurn(() => {
        failed.delete(socket);
        if (!socket.destroyed) handle();
      });
    },
    track(exchange, next) {
      const { socket } = exchange.req;
      count(socket, 1);
      exchange.res.once(
        "close",
        guarded(() => {
          count(socket, -1);
          const connection = open.get(socket);
          if (connection) connection.bytesDone = socket.bytesRead;
          // A response whose head left before the drain could not announce the end of its connection.
          if (onIdle) setImmediate(guarded(onIdle));
        }),
      );
      return next(exchange);
    },
    isDraining: () => draining,
    startDraining: () => void (draining = true),
    stopAccepting: (call) => void (onIdle = call),
    add(socket) {
      if (open.size >= max) closeOldestIdle();
      const connection = { requests: 0, waiting: 0, bytesRead: 0, bytesDone: 0 };
      open.set(socket, connection);
      onConnection(socket);
      lookAround();
      socket.once(
        "end",
        guarded(() => onRead(socket)),
      );
      socket.once(
        "close",
        guarded(() => {
          open.delete(socket);
          waitingInAll -= connection.waiting;
        }),
      );
    },
    isBusy: (socket) => (open.get(socket)?.requests ?? 0) > 0,
    async cutUnused() {
      const unused = () => [...open.keys()].filter(({ bytesRead }) => bytesRead === 0);
      // One that waits to be read, or was resumed in this turn, may have sent a request.
      for (let calmTurns = 0; calmTurns < 2; calmTurns += 1) {
        await nextTurn();
        if (unused().some((socket) => socket.isPaused())) calmTurns = -1;
      }
      for (const socket of unused()) socket.destroy();
    },
    begin(socket, res, handle) {
      const connection = open.get(socket);
      // The parser still goes through the packet of a connection that was closed.
      if (!connection || socket.destroyed) return;
      onRead(socket);
      const { bytesRead } = socket;
      // Requests that need no I/O would else be handled one after another, all of a packet in one turn.
      if (res.socket && connection.bytesRead !== bytesRead) {
        connection.bytesRead = bytesRead;
        return handle();
      }
      if (connection.waiting >= WAITING_PER_CONNECTION || waitingInAll >= WAITING_IN_ALL) {
        stopParsing(socket);
        return;
      }
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
      // node:http gives a response its connection when the one before it has left.
      else res.once("socket", takeTurn);
    },
  };
}
