import { IncomingMessage } from "node:http";
import { areTooSmall } from "@storefront/resilience/byte-collector";
import { stopParsing } from "./stop-parsing";

/** A body may have this many pieces, whatever their sizes. */
const FREE_PIECES = 100;

/** Returns the bytes of header lines as clients usually write them. */
export const bytesOfLines = (parts: readonly string[]): number =>
  parts.reduce((sum, part) => sum + part.length + ": ".length, 0);

/**
 * Makes a class of requests that counts the pieces of their bodies, even if nobody reads the body yet or a step
 * discards it. Closes a connection whose pieces are too small.
 *
 * @param onPiece gets the bytes of each piece, and at the end those of the trailers
 */
export const measuredMessage = (onPiece: (req: IncomingMessage, bytes: number) => void): typeof IncomingMessage =>
  class MeasuredMessage extends IncomingMessage {
    #pieces = 0;
    #bytes = 0;

    override push(chunk: Uint8Array | string | null, encoding?: BufferEncoding): boolean {
      onPiece(this, chunk === null ? bytesOfLines(this.rawTrailers) : chunk.length);
      if (chunk === null) return super.push(chunk, encoding);
      this.#pieces += 1;
      this.#bytes += chunk.length;
      if (areTooSmall(this.#pieces, this.#bytes, FREE_PIECES)) {
        stopParsing(this.socket);
        return false;
      }
      return super.push(chunk, encoding);
    }
  };
