import { promisify } from "node:util";
import zlib from "node:zlib";

export type Compression = "br" | "gzip";

const { BROTLI_MAX_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, Z_BEST_COMPRESSION } =
  zlib.constants;
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/**
 * The level used while a visitor waits. Level 2 takes half the time of level 4; it adds 0.3 kB to a page of 19 kB, and
 * 1.2 kB to one of 54 kB with inline style.
 */
const QUICK_BROTLI = 2;
/** The level used for bytes that are cached. */
const SHARED_BROTLI = 7;
const QUICK_GZIP = 6;
/** Longer texts get LARGE_LEVEL. At the levels above, a megabyte blocks other requests for 0.3 s to minutes. */
export const LARGE_BYTES = 256 * 1024;
const LARGE_LEVEL = 2;
/** This is large enough for a page or script; the default takes megabytes per response. */
const BROTLI_WINDOW_BITS = { page: 16, script: 18 } as const;

/**
 * Compresses synchronously, because concurrent compressions in libuv's threads take much memory.
 *
 * @param isShared true if the result is cached, which is worth a higher level
 */
export function compressQuickly(body: Buffer, compression: Compression, isShared = false): Buffer {
  const isLarge = body.byteLength > LARGE_BYTES;
  return compression === "br"
    ? zlib.brotliCompressSync(body, brotliAt(isLarge ? LARGE_LEVEL : isShared ? SHARED_BROTLI : QUICK_BROTLI, body))
    : zlib.gzipSync(body, { level: isLarge ? LARGE_LEVEL : QUICK_GZIP });
}

/** Compresses at the highest level, in another thread. */
export function compressHard(body: Buffer, compression: Compression): Promise<Buffer> {
  return compression === "br"
    ? brotli(body, brotliAt(BROTLI_MAX_QUALITY, body))
    : gzip(body, { level: Z_BEST_COMPRESSION });
}

function brotliAt(quality: number, { byteLength }: Buffer): zlib.BrotliOptions {
  return {
    params: {
      [BROTLI_PARAM_QUALITY]: quality,
      [BROTLI_PARAM_LGWIN]:
        byteLength <= 2 ** BROTLI_WINDOW_BITS.page ? BROTLI_WINDOW_BITS.page : BROTLI_WINDOW_BITS.script,
      [BROTLI_PARAM_SIZE_HINT]: byteLength,
    },
  };
}

/** Level 1 makes a page larger by only 1 %, and levels above 3 take more time. */
const PIECE_LEVEL = 3;
/** The header of a gzip member without name and time (RFC 1952). */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
/** The last block of a deflate stream, without contents. */
const LAST_BLOCK = Buffer.from([3, 0]);

/** A text that many pages contain, such as a style. It is compressed once. */
export class SharedText {
  readonly bytes: Buffer;
  #deflated: Buffer | undefined;

  constructor(readonly text: string) {
    this.bytes = Buffer.from(text);
  }

  get deflated(): Buffer {
    return (this.#deflated ??= deflateBlocks(this.bytes, Z_BEST_COMPRESSION));
  }

  toString(): string {
    return this.text;
  }
}

export type Piece = string | SharedText;

export const bytesOfPiece = (piece: Piece): Buffer => (typeof piece === "string" ? Buffer.from(piece) : piece.bytes);

/** Compresses a page's pieces to one gzip member. Shared texts are compressed in advance, at a higher level. */
export function gzipPieces(pieces: readonly Piece[]): Buffer {
  const parts: Buffer[] = [GZIP_HEAD];
  const end = Buffer.alloc(8);
  let checksum = 0;
  let size = 0;
  for (const piece of pieces) {
    const bytes = bytesOfPiece(piece);
    // Node's `crc32` starts over at an empty buffer.
    if (bytes.byteLength === 0) continue;
    parts.push(typeof piece === "string" ? deflateBlocks(bytes, PIECE_LEVEL) : piece.deflated);
    checksum = zlib.crc32(bytes, checksum);
    size += bytes.byteLength;
  }
  end.writeUInt32LE(checksum, 0);
  end.writeUInt32LE(size, 4);
  return Buffer.concat([...parts, LAST_BLOCK, end]);
}

/** Sync flush lets other blocks follow. */
const deflateBlocks = (bytes: Buffer, level: number) =>
  zlib.deflateRawSync(bytes, { level, finishFlush: zlib.constants.Z_SYNC_FLUSH });

/** Browsers send fewer encodings, but a header has room for 24,000. */
const ENCODINGS_MAX = 20;

/** Returns the encodings, brotli or gzip, that an `Accept-Encoding` accepts, the better one first. */
export function acceptedEncodings(acceptEncoding: string | undefined): Compression[] {
  const accepted = new Set<string>();
  for (const entry of (acceptEncoding ?? "").toLowerCase().split(",", ENCODINGS_MAX)) {
    const [name = "", ...parameters] = entry.split(";").map((part) => part.trim());
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) accepted.add(name);
  }
  return (["br", "gzip"] as const).filter((encoding) => accepted.has(encoding));
}
