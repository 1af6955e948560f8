import type { Socket } from "node:net";
import { guarded } from "@storefront/resilience/guarded";
import { createRotation } from "@storefront/resilience/rotation";

/** How long a turn of the event loop reads; the rest waits. */
export const TURN_MAX_MS = 5;
/** How many connections are resumed in each turn. */
export const RESUMED_PER_TURN = 128;
/** How many of the connections accepted last are read once, even while others wait. */
export const NEWEST = 4;
/** While connections arrive at shorter intervals, 60 ms of accepting alternate with 20 ms of reading. */
export const ACCEPTING_MS = 20;

/**
 * Spreads the reading of connections over turns of the event loop. In one turn libuv reads up to 64 kB of every
 * connection that has sent something, and accepts one new connection: thousands that send at once would delay all
 * others for seconds. So connections that a long turn did not reach are paused, and later resumed a few at a time,
 * taking addresses in turn. Half of these are connections that were never read.
 *
 * While many new connections arrive, other connections are read for only a quarter of the time: a turn that reads takes
 * ten times as long, and the last new connection would wait for all of these turns.
 *
 * @param clockMs a monotonic clock, in milliseconds
 */
export function createReadTurns(clockMs = () => performance.now()) {
  /** The time at which this turn began to read. */
  let beganMs: number | undefined;
  let isScheduled = false;
  let isOver = false;
  let hasAccepted = false;
  let isOnlyAccepting = false;
  let acceptedMs = -Infinity;
  /** The time at which the first of several connections in quick succession was accepted. */
  let waveBeganMs = -Infinity;
  const active = new Set<Socket>();
  /** Paused connections by address, in the order of reading: those never read, then the others. */
  const unread = createRotation<Socket>();
  const others = createRotation<Socket>();
  /** Connections that were resumed in this turn but not read yet. */
  const resumed = new Set<Socket>();
  /** Connections that were resumed but not read before the turn ended. They are read first. */
  const first = new Set<Socket>();
  /** The connections accepted last and not read yet, oldest first. */
  const newest = new Set<Socket>();
  const waiting = new WeakSet<Socket>();
  const isAnyPaused = () => first.size + unread.size() + others.size() > 0;
  const isBehind = () => isAnyPaused() || resumed.size > 0;

  function pause(socket: Socket): void {
    active.delete(socket);
    // node:http has paused it because a body or response waits, and will resume it.
    if (socket.isPaused()) return;
    socket.pause();
    waiting.add(socket);
    if (resumed.delete(socket)) return void first.add(socket);
    // node:http resumes a connection whose request it has read; that connection still has its place.
    (socket.bytesRead === 0 ? unread : others).add(socket.remoteAddress ?? "", socket);
  }

  function pauseAll(): void {
    isOver = true;
    for (const socket of active) if (!newest.has(socket)) pause(socket);
  }

  function resume(socket: Socket | undefined): void {
    if (!socket || socket.destroyed) return;
    waiting.delete(socket);
    resumed.add(socket);
    socket.resume();
  }

  function resumeSome(): void {
    for (const socket of first) resume(socket);
    first.clear();
    while (resumed.size < RESUMED_PER_TURN && unread.size() + others.size() > 0) {
      resume(unread.take());
      resume(others.take());
    }
  }

  /** Returns true for the part of the time in which connections are only accepted. */
  const isAccepting = () => (clockMs() - waveBeganMs) % (4 * ACCEPTING_MS) < 3 * ACCEPTING_MS;

  const endTurn: () => void = guarded(() => {
    beganMs = undefined;
    isOver = false;
    resumed.clear();
    isOnlyAccepting = hasAccepted && isAccepting();
    hasAccepted = false;
    if (!isOnlyAccepting) resumeSome();
    isScheduled = false;
    if (isBehind() || isOnlyAccepting) schedule();
  });

  function schedule(): void {
    if (!isScheduled) setImmediate(endTurn);
    isScheduled = true;
  }

  return {
    /** Returns true while a connection waits to be read, or was resumed for this turn. */
    isBehind,
    /** Returns true for a connection that is paused until its turn. */
    isWaiting: (socket: Socket) => waiting.has(socket),
    /** Returns true in a turn in which new connections come first. */
    isOnlyAccepting: () => isOnlyAccepting,
    /** Call this for everything that is read. */
    onRead: (socket: Socket): void => {
      resumed.delete(socket);
      newest.delete(socket);
      beganMs ??= clockMs();
      schedule();
      if (!isOver && clockMs() - beganMs >= TURN_MAX_MS) pauseAll();
    },
    onConnection: (socket: Socket): void => {
      active.add(socket);
      // This also runs when node:http resumes the connection.
      const onResume = guarded(() => active.add(socket));
      const onClose = guarded(() => {
        active.delete(socket);
        newest.delete(socket);
      });
      socket.on("resume", onResume).once("close", onClose);
      schedule();
      hasAccepted = true;
      const nowMs = clockMs();
      const isOneOfMany = nowMs - acceptedMs < ACCEPTING_MS;
      if (!isOneOfMany) waveBeganMs = nowMs;
      acceptedMs = nowMs;
      newest.add(socket);
      const [oldest] = newest;
      if (newest.size > NEWEST && oldest && newest.delete(oldest) && isAnyPaused()) pause(oldest);
      if (isOneOfMany && isAccepting()) pauseAll();
    },
  };
}
