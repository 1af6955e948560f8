import { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { stopParsing } from "./stop-parsing";

/** So many pieces of a body may have any size; all pieces together must then have this mean size. */
const FREE_PIECES = 100;
const MEAN_PIECE_MIN_BYTES = 64;

/**
 * Makes the class of requests whose bodies are bounded by the number of their pieces, whoever reads them: the app,
 * nobody yet (a request that was sent ahead), or a step that throws them away after an error. Browsers and proxies send
 * hundreds of bytes at a time, while each piece costs about the same however small it is. A connection with smaller
 * ones is cut.
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
      if (this.#pieces > FREE_PIECES && this.#bytes < this.#pieces * MEAN_PIECE_MIN_BYTES) {
        stopParsing(this.socket);
        return false;
      }
      return super.push(chunk, encoding);
    }
  };
