import { setImmediate as onNextTurn } from "node:timers";
import type { Readable } from "node:stream";
import { guarded } from "@storefront/resilience/guarded";

/** How long a turn of the event loop reads responses; the rest waits. */
export const RESPONSES_MAX_MS = 5;

/**
 * Spreads the reading of responses over turns of the event loop. Some bytes take long to read (empty headers, bodies in
 * tiny pieces), and a hundred connections may have received 64 kB of them in the same turn.
 *
 * @param clockMs a monotonic clock, in milliseconds
 * @returns a function that adds a connection, whose reader must call `read` at each "readable"
 */
export function createResponseTurns(clockMs = () => performance.now()): (socket: Readable) => void {
  let beganMs: number | undefined;
  const waiting = new Set<Readable>();

  const nextTurn = guarded(() => {
    beganMs = undefined;
    const sockets = [...waiting];
    waiting.clear();
    for (const socket of sockets) socket.emit("readable");
  });

  return (socket) => {
    const read = socket.read.bind(socket);
    socket.read = (bytes) => {
      // With 0 bytes the stream reads nothing and only asks for more.
      if (bytes === 0 || socket.readableLength === 0) return read(bytes) as unknown;
      if (beganMs !== undefined && clockMs() - beganMs >= RESPONSES_MAX_MS) {
        waiting.add(socket);
        return null;
      }
      if (beganMs === undefined) onNextTurn(nextTurn);
      beganMs ??= clockMs();
      return read(bytes) as unknown;
    };
  };
}
