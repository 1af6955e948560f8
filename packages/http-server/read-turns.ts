import type { Socket } from "node:net";
import { guarded } from "@storefront/resilience/guarded";

/** A turn of the event loop handles what has arrived for this long; what is left waits for the next turns. */
export const TURN_MAX_MS = 5;
/** So many connections are read again in each of them. */
export const RESUMED_PER_TURN = 8;
/** Turns that accept a connection read no others for this long. */
export const ACCEPTING_MAX_MS = 20;

/**
 * Spreads the reading of connections over turns of the event loop. libuv reads every connection that has sent something
 * in one turn, 64 kB of each, and accepts one new connection: thousands that send at once would hold up all others for
 * seconds. The rest of a turn that takes too long is therefore not read, and comes back by addresses in turn, so that
 * a sender with many connections delays others little. Meanwhile new connections wait too, and while more of them come
 * the others are read only now and then: a health check may be behind them.
 */
export interface ReadTurns {
  /** Call it for each thing that is read; `open` are the connections that may have to wait. */
  onRead: (open: Iterable<Socket>) => void;
  /** Call it for each new connection. */
  onConnection: (socket: Socket) => void;
}

/** @param clockMs monotonic, in milliseconds */
export function createReadTurns(clockMs = () => performance.now()): ReadTurns {
  let beganMs: number | undefined;
  let isOver = false;
  let hasAccepted = false;
  let resumedMs = -Infinity;
  /** By address, in the order in which they are read again. */
  const paused = new Map<string, Socket[]>();

  function pause(socket: Socket): void {
    // node:http has paused it, since its body or its response waits; it resumes it by itself.
    if (socket.isPaused() || socket.destroyed) return;
    socket.pause();
    const address = socket.remoteAddress ?? "";
    const own = paused.get(address);
    if (own) own.push(socket);
    else paused.set(address, [socket]);
  }

  function resumeSome(): void {
    resumedMs = clockMs();
    for (let count = 0; count < RESUMED_PER_TURN; count += 1) {
      const [first] = paused;
      if (!first) return;
      const [address, own] = first;
      own.shift()?.resume();
      paused.delete(address);
      if (own.length > 0) paused.set(address, own);
    }
  }

  const endTurn: () => void = guarded(() => {
    beganMs = undefined;
    isOver = false;
    if (!hasAccepted || clockMs() - resumedMs > ACCEPTING_MAX_MS) resumeSome();
    hasAccepted = false;
    if (paused.size > 0) begin();
  });

  function begin(): void {
    beganMs = clockMs();
    setImmediate(endTurn);
  }

  return {
    onRead(open) {
      if (beganMs === undefined) return begin();
      if (isOver || clockMs() - beganMs < TURN_MAX_MS) return;
      isOver = true;
      for (const socket of open) pause(socket);
    },
    onConnection(socket) {
      hasAccepted = true;
      if (paused.size > 0) pause(socket);
    },
  };
}
