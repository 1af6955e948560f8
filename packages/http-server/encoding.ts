import { promisify } from "node:util";
import zlib from "node:zlib";

/** How a response is compressed: the encoding that a browser accepts, and the level. */

/** The ways that browsers know. */
export type Compression = "br" | "gzip";

const { BROTLI_MAX_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, Z_BEST_COMPRESSION } =
  zlib.constants;
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** While a visitor waits: a higher level saves few bytes for much more work. */
const QUICK_BROTLI = 4;
/** For what others are given too: a little smaller, for a little more time. */
const SHARED_BROTLI = 7;
const QUICK_GZIP = 6;
/** A body above this size takes a second at those levels, or minutes at the highest one, and others wait meanwhile. */
export const LARGE_BYTES = 1024 * 1024;
const LARGE_LEVEL = 2;
/** A window as wide as a page, or as a script: the default takes megabytes for each response. */
const BROTLI_WINDOW_BITS = { page: 16, script: 18 } as const;

/**
 * Compresses synchronously, which is quick for a page: in the threads of libuv's pool several at a time take much
 * memory.
 *
 * @param isShared whether others are given the same bytes, which are then worth a little more work
 */
export function compressQuickly(body: Buffer, compression: Compression, isShared = false): Buffer {
  const isLarge = body.byteLength > LARGE_BYTES;
  return compression === "br"
    ? zlib.brotliCompressSync(body, brotliAt(isLarge ? LARGE_LEVEL : isShared ? SHARED_BROTLI : QUICK_BROTLI, body))
    : zlib.gzipSync(body, { level: isLarge ? LARGE_LEVEL : QUICK_GZIP });
}

/** Compresses at the highest level, in another thread: it takes far longer than `compressQuickly`. */
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

/**
 * Chooses how to compress a response.
 *
 * @param acceptEncoding the header's value
 * @returns the best of brotli and gzip that is accepted, or undefined for neither
 */
export function acceptedEncoding(acceptEncoding: string | undefined): Compression | undefined {
  const accepted = new Set<string>();
  for (const entry of (acceptEncoding ?? "").toLowerCase().split(",")) {
    const [name = "", ...parameters] = entry.split(";").map((part) => part.trim());
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) accepted.add(name);
  }
  return (["br", "gzip"] as const).find((encoding) => accepted.has(encoding));
}
