import { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { areTooSmall } from "@storefront/resilience/byte-collector";
import { stopParsing } from "./stop-parsing";

/** So many pieces of a body may have any size. */
const FREE_PIECES = 100;

/**
 * Makes the class of requests whose bodies are bounded by the number of their pieces, whoever reads them: the app,
 * nobody yet (a request that was sent ahead), or a step that throws them away after an error. A connection whose pieces
 * are too small is cut.
 *
 * @param onPiece called with each piece
 */
export const measuredMessage = (onPiece: (socket: Socket) => void): typeof IncomingMessage =>
  class MeasuredMessage extends IncomingMessage {
    #pieces = 0;
    #bytes = 0;

    override push(chunk: Uint8Array | string | null, encoding?: BufferEncoding): boolean {
      if (chunk === null) return super.push(chunk, encoding);
      onPiece(this.socket);
      this.#pieces += 1;
      this.#bytes += chunk.length;
      if (areTooSmall(this.#pieces, this.#bytes, FREE_PIECES)) {
        stopParsing(this.socket);
        return false;
      }
      return super.push(chunk, encoding);
    }
  };
