/** Determines a picture's type from end to end of its content, in the decoder's process, because it may take long. */

/**
 * @typedef Outline
 * @property {"jpeg" | "png"} type
 * @property {Buffer[]} head headers and metadata before and between the pixels
 * @property {Buffer} tail the bytes behind the picture
 */

/** Cameras write a dozen. */
const PARTS_MAX = 1_000;
/** PNG pixel chunks of this size do not count as parts: the file size limits them. */
const PIXELS_MIN_BYTES = 4_096;

const PNG_SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");
const JPEG_START = Buffer.from("ffd8ff", "hex");

/**
 * True for a complete JPEG or PNG that is not another type of file as well.
 *
 * @param {Buffer} bytes
 */
export function isPhoto(bytes) {
  const outline = outlineOf(bytes);
  return outline !== null && !isPolyglot(outline);
}

/**
 * Null for a file that only begins like a picture, ends too early, or has too many parts.
 *
 * @param {Buffer} bytes
 * @returns {Outline | null}
 */
function outlineOf(bytes) {
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return pngOutline(bytes);
  if (bytes.subarray(0, 3).equals(JPEG_START)) return jpegOutline(bytes);
  return null;
}

/**
 * @param {Buffer} bytes
 * @returns {Outline | null}
 */
function pngOutline(bytes) {
  /** @type {Buffer[]} */
  const head = [];
  let parts = 0;
  for (let at = 8; at + 12 <= bytes.length && parts <= PARTS_MAX;) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const kind = bytes.toString("latin1", at + 4, at + 8);
    if (end > bytes.length || !/^[A-Za-z]{4}$/.test(kind) || (at === 8) !== (kind === "IHDR")) return null;
    if (kind === "IEND") return { type: "png", head, tail: bytes.subarray(end) };
    if (kind !== "IDAT") head.push(bytes.subarray(at, end));
    if (kind !== "IDAT" || end - at < PIXELS_MIN_BYTES) parts += 1;
    at = end;
  }
  return null;
}

const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
const isRestart = (/** @type {number} */ marker) => marker >= 0xd0 && marker <= 0xd7;

/**
 * @param {Buffer} bytes
 * @returns {Outline | null}
 */
function jpegOutline(bytes) {
  /** @type {Buffer[]} */
  const head = [];
  for (let at = 2; at + 4 <= bytes.length + 2 && head.length <= PARTS_MAX;) {
    const marker = bytes[at + 1];
    if (bytes[at] !== 0xff) {
      // Some phones write a segment whose marker begins with 00, or stray bytes. Decoders skip them.
      const next = nextMarker(bytes, at);
      head.push(bytes.subarray(at, next));
      at = next;
    } else if (marker === 0xff) at += 1;
    else if (marker === END_OF_IMAGE) return { type: "jpeg", head, tail: bytes.subarray(at + 2) };
    else {
      if (marker === undefined || marker < 0xc0 || isRestart(marker) || at + 4 > bytes.length) return null;
      const end = at + 2 + bytes.readUInt16BE(at + 2);
      if (end < at + 4 || end > bytes.length) return null;
      head.push(bytes.subarray(at, end));
      at = marker === START_OF_SCAN ? nextMarker(bytes, end) : end;
    }
  }
  return null;
}

/**
 * The next marker that is neither a stuffed byte nor a restart. Byte by byte: calling `indexOf` for each of millions of
 * stuffed bytes would take a hundred times as long.
 *
 * @param {Buffer} bytes
 * @param {number} from
 */
function nextMarker(bytes, from) {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at;
  }
  return bytes.length;
}

/**
 * Beginnings of documents and programs. None is shorter than five characters: a megabyte of pixels contains any three
 * by chance.
 */
const DOCUMENT = /<!doctype|<html|<script|<iframe|<body|<svg[\s>]|<\?php|<%@\s*(?:page|language)|%pdf-\d|%!ps-adobe/i;
/** The end of a ZIP's directory makes a ZIP (an app, an office file) of all bytes before it. */
const ZIP_END = Buffer.from("504b0506", "hex");
const ZIP_END_WITHIN = 65_557;
const PROGRAM_STARTS = ["526172211a07", "377abcaf271c", "7f454c46", "4d5a90", "474946383961", "474946383761"].map(
  (hex) => Buffer.from(hex, "hex"),
);

/**
 * True for another type of file as well. Pixels are not inspected: they are random enough to contain anything. What
 * cameras add behind a picture (further pictures, a short film, padding) is allowed.
 *
 * @param {Outline} outline
 */
function isPolyglot({ head, tail }) {
  if ([...head, tail].some((part) => DOCUMENT.test(part.toString("latin1")))) return true;
  if (PROGRAM_STARTS.some((start) => tail.subarray(0, start.length).equals(start))) return true;
  // A ZIP can only be behind the picture's end, or inside its metadata.
  return [...head, tail].some((part) => part.subarray(-ZIP_END_WITHIN).includes(ZIP_END));
}
