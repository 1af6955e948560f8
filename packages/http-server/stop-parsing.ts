import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { guarded } from "@storefront/resilience/guarded";

/** The callbacks of node:http's parser. Its class names their numbers. */
type Parser = Record<number, unknown> & {
  incoming: IncomingMessage | null;
  constructor: {
    kOnHeaders: number;
    kOnHeadersComplete: number;
    kOnBody: number;
    kOnMessageComplete: number;
    kOnExecute: number;
  };
};

/**
 * Ignores the remaining bytes of a connection. node:http would make a buffer or request of each part. It reuses parsers,
 * so the callbacks are restored when the socket has closed.
 *
 * `socket.parser` and the numbers are internals of Node 20 to 24. Without them everything is parsed as usual.
 *
 * @param onBytes called for each packet
 */
export function ignoreRest(socket: Socket, onBytes?: () => void): void {
  const { parser } = socket as { parser?: Parser | null };
  if (!parser) return;
  const { kOnHeaders, kOnHeadersComplete, kOnBody, kOnMessageComplete, kOnExecute } = parser.constructor;
  if (!parser[kOnHeadersComplete]) return;
  const callbacks = [kOnHeaders, kOnHeadersComplete, kOnBody, kOnMessageComplete].map(
    (number) => [number, parser[number]] as const,
  );
  for (const [number] of callbacks) parser[number] = undefined;
  // node:http sets this one for each connection. It would report a failed parser again for each packet, and prolong the
  // timeout.
  parser[kOnExecute] = onBytes;
  // Otherwise the request, with a head of up to 32 kB, would stay in memory until the connection closes.
  parser.incoming = null;
  const restore = guarded(() => {
    for (const [number, callback] of callbacks) parser[number] = callback;
  });
  socket.once("close", restore);
}

/**
 * Closes a connection and ignores its remaining bytes: parsing a packet of 64 kB with one-byte pieces takes 20 ms, and
 * 5 ms without callbacks.
 */
export function stopParsing(socket: Socket): void {
  ignoreRest(socket);
  // node:http frees the parser of a socket that it destroys, so we wait until parsing has ended.
  setImmediate(guarded(() => socket.destroy()));
}
