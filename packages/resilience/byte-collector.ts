/** A body comes in pieces that are too small: reading them takes more time and memory than what they carry. */
export class PiecesTooSmall extends Error {
  override name = "PiecesTooSmall";
}

/** So many pieces of a response may have any size; all pieces together must then have this mean size. */
const FREE_PIECES = 1_000;
const MEAN_PIECE_MIN_BYTES = 64;

/**
 * Whether the pieces of a body are too small to be honest: browsers and proxies send hundreds of bytes at a time, while
 * each piece costs about the same however small it is.
 *
 * @param freePieces so many may have any size; FREE_PIECES by default
 */
export function areTooSmall(pieces: number, bytes: number, freePieces = FREE_PIECES): boolean {
  return pieces > freePieces && bytes < pieces * MEAN_PIECE_MIN_BYTES;
}

/**
 * Collects the pieces of a body in one growing buffer. Keeping each piece would keep an object for each, and with it
 * the whole block of memory that the socket read into.
 */
export class ByteCollector {
  #buffer: Buffer;
  #length = 0;
  #pieces = 0;
  /** Bytes of all pieces, also of those before `clear`. */
  #received = 0;

  /** @param sizeHintBytes the expected size, such as a declared length */
  constructor(sizeHintBytes = 0) {
    this.#buffer = Buffer.allocUnsafeSlow(sizeHintBytes);
  }

  get length(): number {
    return this.#length;
  }

  /** @throws PiecesTooSmall */
  append(piece: Uint8Array): void {
    this.#pieces += 1;
    this.#received += piece.byteLength;
    if (areTooSmall(this.#pieces, this.#received)) throw new PiecesTooSmall();
    const needed = this.#length + piece.byteLength;
    if (needed > this.#buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#buffer.length * 2, 1_024));
      this.#buffer.copy(larger, 0, 0, this.#length);
      this.#buffer = larger;
    }
    this.#buffer.set(piece, this.#length);
    this.#length = needed;
  }

  /** What was collected. It shares the collector's memory: append nothing while it is in use. */
  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  /** Begins anew, with the memory that it has. */
  clear(): void {
    this.#length = 0;
  }
}
