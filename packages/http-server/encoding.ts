import { promisify } from "node:util";
import zlib from "node:zlib";

export type Compression = "br" | "gzip";

const { BROTLI_MAX_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, Z_BEST_COMPRESSION } =
  zlib.constants;
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/**
 * Used while a visitor waits. Level 2 takes half the time of level 4, and makes a page of 19 kB larger by 0.3 kB, one of
 * 54 kB with its style by 1.2 kB.
 */
const QUICK_BROTLI = 2;
/** Used for bytes that are cached. */
const SHARED_BROTLI = 7;
const QUICK_GZIP = 6;
/** Bodies above this size take a second at those levels, or minutes at the highest, and others wait meanwhile. */
export const LARGE_BYTES = 1024 * 1024;
const LARGE_LEVEL = 2;
/** Large enough for a page or script; the default takes megabytes per response. */
const BROTLI_WINDOW_BITS = { page: 16, script: 18 } as const;

/**
 * Compresses synchronously, because several at a time in libuv's threads take much memory.
 *
 * @param isShared the result is cached, and worth a little more work
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

/** More than any browser names; a header may have 24,000. */
const ENCODINGS_MAX = 20;

/** The best of brotli and gzip that an `Accept-Encoding` accepts; undefined for neither. */
export function acceptedEncoding(acceptEncoding: string | undefined): Compression | undefined {
  const accepted = new Set<string>();
  for (const entry of (acceptEncoding ?? "").toLowerCase().split(",", ENCODINGS_MAX)) {
    const [name = "", ...parameters] = entry.split(";").map((part) => part.trim());
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) accepted.add(name);
  }
  return (["br", "gzip"] as const).find((encoding) => accepted.has(encoding));
}
