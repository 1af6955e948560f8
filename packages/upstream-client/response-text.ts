import { promisify } from "node:util";
import zlib from "node:zlib";

/** @throws Error of the library; `ERR_BUFFER_TOO_LARGE` if there are more than `maxOutputLength` bytes */
type Decompress = (bytes: Buffer, limits: { maxOutputLength: number }) => Promise<Buffer>;

const unzip: Decompress = promisify(zlib.unzip);
const inflateRaw: Decompress = promisify(zlib.inflateRaw);
/** Returns false if the deflate header is missing, as some servers omit it. */
const hasDeflateHeader = (bytes: Buffer) => ((bytes[0] ?? 0) & 0x0f) === 8;
const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b;
// Node has zstd from version 22.15 on.
const { zstdDecompress } = zlib as typeof zlib & { zstdDecompress?: typeof zlib.brotliDecompress };
const unzstd = zstdDecompress && promisify(zstdDecompress);
/** `ZSTD_d_windowLogMax`: the 8 MB that RFC 9659 allows. A frame could ask for 128 MB of memory. */
const ZSTD_WINDOW = { 100: 23 };

const DECOMPRESS: Readonly<Record<string, Decompress | undefined>> = {
  gzip: unzip,
  "x-gzip": unzip,
  deflate: (bytes, limits) => (hasDeflateHeader(bytes) || isGzip(bytes) ? unzip : inflateRaw)(bytes, limits),
  br: promisify(zlib.brotliDecompress),
  zstd: unzstd && ((bytes, limits) => unzstd(bytes, { ...limits, params: ZSTD_WINDOW })),
  compress: undefined,
};
/** The maximum number of layers, because each takes the time of a whole response. */
const LAYERS_MAX = 3;

/** A body as text, or the reason why it cannot be read, for an operator. */
export type BodyText =
  | { text: string; isUnlabelledGzip?: boolean; unreadable?: undefined }
  | { text: ""; isUnlabelledGzip?: undefined; unreadable: string };

interface Limits {
  maxBytes: number;
  beforeDecompressing: () => Promise<void>;
}

const unreadable = (why: string): BodyText => ({ text: "", unreadable: why });

/**
 * Reads a body as text, decompressed if `encodings` (`content-encoding`) says so or it is gzip; invalid UTF-8 is
 * U+FFFD.
 *
 * @param limits.maxBytes maximum number of decompressed bytes
 * @param limits.beforeDecompressing awaited if the body is compressed
 */
export async function textOf(body: Buffer, encodings: string | undefined, limits: Limits): Promise<BodyText> {
  const labels = (encodings ?? "").split(",").map((label) => label.trim().toLowerCase());
  const layers = labels.filter((label) => label !== "" && label !== "identity").reverse();
  let bytes = body;
  // A proxy that decompresses a body may leave its label. No compressed body begins with a brace.
  while (layers.length > 0 && bytes[0] !== 0x7b) {
    const label = layers.length > LAYERS_MAX ? "" : (layers.shift() ?? "");
    const layer = await decompressed(bytes, label, limits);
    if (!Buffer.isBuffer(layer)) return layer;
    bytes = layer;
  }
  const isUnlabelledGzip = isGzip(bytes);
  if (isUnlabelledGzip) {
    const layer = await decompressed(bytes, "gzip", limits);
    if (!Buffer.isBuffer(layer)) return layer;
    bytes = layer;
  }
  const text = new TextDecoder().decode(bytes);
  return isBinary(text)
    ? unreadable("no text (perhaps compressed without content-encoding)")
    : { text, isUnlabelledGzip };
}

async function decompressed(bytes: Buffer, label: string, limits: Limits): Promise<Buffer | BodyText> {
  const { maxBytes, beforeDecompressing } = limits;
  const isKnown = Object.hasOwn(DECOMPRESS, label);
  const decompress = isKnown ? DECOMPRESS[label] : undefined;
  if (!decompress) return unreadable(`compressed as ${isKnown ? label : "something unknown"}, which cannot be read`);
  await beforeDecompressing();
  try {
    return await decompress(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    const isTooLarge = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    return unreadable(
      isTooLarge
        ? `compressed as ${label}, and larger than ${maxBytes} bytes`
        : `compressed as ${label}, and broken or something else`,
    );
  }
}

/** Returns true if a fifth of the beginning consists of characters that do not occur in text. */
function isBinary(text: string): boolean {
  const start = text.slice(0, 200);
  return !/^\s*[{[<]/.test(start) && (start.match(/[\uFFFD\0-\x08\x0e-\x1f]/g)?.length ?? 0) * 5 > start.length;
}
