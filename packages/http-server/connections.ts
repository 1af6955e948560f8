import type { Socket } from "node:net";
import { registerGauge } from "@storefront/observability/gauges";
import type { Middleware } from "./exchange";

/** The open connections of a server, and whether it is about to end. */
export interface Connections {
  /** A step that counts a request of its connection until its response has ended. */
  track: Middleware;
  /** Whether a drain has begun. */
  isDraining: () => boolean;
  startDraining: () => void;
  /** No connection is accepted any more. `onIdle` is called after each response that ends from now on. */
  stopAccepting: (onIdle: () => void) => void;
  add: (socket: Socket) => void;
  isBusy: (socket: Socket) => boolean;
  /** Cuts those on which nothing was ever sent: a browser opens such in advance, and Node counts them as busy. */
  cutUnused: () => void;
}

/** Makes an empty list of connections. */
export function createConnections(): Connections {
  /** How many requests of each are in progress. */
  const requests = new Map<Socket, number>();
  registerGauge("connections", () => requests.size);
  let draining = false;
  let onIdle: (() => void) | undefined;

  function count(socket: Socket, change: 1 | -1): void {
    const current = requests.get(socket);
    if (current !== undefined) requests.set(socket, current + change);
  }

  return {
    track(exchange, next) {
      const { socket } = exchange.req;
      count(socket, 1);
      exchange.res.once("close", () => {
        count(socket, -1);
        // A response whose head left before the drain could not announce the end of its connection.
        if (onIdle) setImmediate(onIdle);
      });
      return next(exchange);
    },
    isDraining: () => draining,
    startDraining: () => void (draining = true),
    stopAccepting: (call) => void (onIdle = call),
    add(socket) {
      requests.set(socket, 0);
      socket.once("close", () => requests.delete(socket));
    },
    isBusy: (socket) => (requests.get(socket) ?? 0) > 0,
    cutUnused() {
      for (const socket of requests.keys()) if (socket.bytesRead === 0) socket.destroy();
    },
  };
}
