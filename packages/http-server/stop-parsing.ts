import type { Socket } from "node:net";
import { guarded } from "@storefront/resilience/guarded";

/** The callbacks of node:http's parser. Its class names their numbers. */
type Parser = Record<number, unknown> & {
  constructor: { kOnHeaders: number; kOnHeadersComplete: number; kOnBody: number; kOnMessageComplete: number };
};

/**
 * Closes a connection and ignores its remaining bytes. node:http would still parse a whole packet of 64 kB and make a
 * buffer or request of each part: 20 ms for one-byte pieces, 5 ms without callbacks. It reuses parsers, so the
 * callbacks are restored when the socket has closed.
 *
 * `socket.parser` and the numbers are internals of Node 20 to 24. Without them the packet is parsed as usual.
 */
export function stopParsing(socket: Socket): void {
  const { parser } = socket as { parser?: Parser | null };
  if (parser) {
    const { kOnHeaders, kOnHeadersComplete, kOnBody, kOnMessageComplete } = parser.constructor;
    const callbacks = [kOnHeaders, kOnHeadersComplete, kOnBody, kOnMessageComplete].map(
      (number) => [number, parser[number]] as const,
    );
    for (const [number] of callbacks) parser[number] = undefined;
    const restore = guarded(() => {
      for (const [number, callback] of callbacks) parser[number] = callback;
    });
    socket.once("close", restore);
  }
  // node:http frees the parser of a socket that it destroys, so we wait until parsing has ended.
  setImmediate(guarded(() => socket.destroy()));
}
