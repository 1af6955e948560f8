import type { Socket } from "node:net";
import { guarded } from "@storefront/resilience/guarded";

/** The part of node:http's parser that calls JavaScript: functions by numbers that its class names. */
type Parser = Record<number, unknown> & {
  constructor: { kOnHeaders: number; kOnHeadersComplete: number; kOnBody: number; kOnMessageComplete: number };
};

/**
 * Ends a connection of which nothing more is read. node:http parses a packet of 64 kB to its end, whatever becomes of
 * the connection, and makes a buffer or a request of each part: 20 ms for pieces of one byte, 5 ms without its
 * callbacks. It reuses parsers, so the callbacks come back when the socket has closed.
 *
 * There is no public way: `socket.parser` and the numbers are internals of Node 20 to 24. Without them the packet is
 * parsed as ever.
 */
export function stopParsing(socket: Socket): void {
  const { parser } = socket as { parser?: Parser | null };
  if (parser) {
    const { kOnHeaders, kOnHeadersComplete, kOnBody, kOnMessageComplete } = parser.constructor;
    const callbacks = [kOnHeaders, kOnHeadersComplete, kOnBody, kOnMessageComplete].map(
      (number) => [number, parser[number]] as const,
    );
    for (const [number] of callbacks) parser[number] = undefined;
    socket.once(
      "close",
      guarded(() => {
        for (const [number, callback] of callbacks) parser[number] = callback;
      }),
    );
  }
  // Not within its packet: node:http frees the parser of a socket that it destroys.
  setImmediate(guarded(() => socket.destroy()));
}
