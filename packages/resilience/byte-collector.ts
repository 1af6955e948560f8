export class PiecesTooSmall extends Error {
  override name = "PiecesTooSmall";
}

/** A response may have this many pieces of any size. Beyond it, the mean size of its pieces has a minimum. */
const FREE_PIECES = 1_000;
const MEAN_PIECE_MIN_BYTES = 64;

/** Returns true if pieces are so small that they must be an attack: each costs the same, however small. */
export function areTooSmall(pieces: number, bytes: number, freePieces = FREE_PIECES): boolean {
  return pieces > freePieces && bytes < pieces * MEAN_PIECE_MIN_BYTES;
}

/** Copies a body into one buffer, because each piece would retain a whole read buffer of the socket. */
export class ByteCollector {
  #buffer: Buffer;
  #length = 0;
  #pieces = 0;
  /** The bytes of all pieces, including those before `clear`. */
  #received = 0;

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

  /** Returns the collected bytes in the collector's memory. Do not append while they are in use. */
  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  /** Empties the collector but retains its memory. */
  clear(): void {
    this.#length = 0;
  }
}
