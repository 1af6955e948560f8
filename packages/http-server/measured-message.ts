import { IncomingMessage } from "node:http";
import { areTooSmall } from "@storefront/resilience/byte-collector";
import { guarded } from "@storefront/resilience/guarded";

/** So many pieces of a body may have any size while nobody reads it: each of them is kept as an object of its own. */
const FREE_PIECES_UNREAD = 100;
const MEAN_PIECE_MIN_BYTES = 64;

/**
 * A request whose body is bounded by the number of its pieces, whoever reads it: the app, nobody yet (a request that
 * was sent ahead), or a step that throws it away after an error. The packet under way is still parsed piece by piece,
 * but none of them is kept; then the connection is cut, after the response that a reader of the body has sent about it.
 */
export class MeasuredMessage extends IncomingMessage {
  #pieces = 0;
  #bytes = 0;
  #isCut = false;

  override push(chunk: Uint8Array | string | null, encoding?: BufferEncoding): boolean {
    if (this.#isCut && chunk !== null) return false;
    const isTaken = super.push(chunk, encoding);
    if (chunk === null) return isTaken;
    this.#pieces += 1;
    this.#bytes += chunk.length;
    const isUnread = this.readableFlowing !== true && this.#pieces > FREE_PIECES_UNREAD;
    const isTooSmall = isUnread
      ? this.#bytes < this.#pieces * MEAN_PIECE_MIN_BYTES
      : areTooSmall(this.#pieces, this.#bytes);
    if (!isTooSmall) return isTaken;
    this.#isCut = true;
    setImmediate(guarded(() => this.socket.destroy()));
    return false;
  }
}
