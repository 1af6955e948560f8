import { promisify } from "node:util";
import { crc32, deflate, inflate } from "node:zlib";

/** Pictures of few colours as PNG (RFC 2083), a byte for each pixel: no more is needed here (decision 0108). */

/** A picture: rows from the top, and in them the number of a colour for each pixel from the left. */
export interface Picture {
  width: number;
  height: number;
  pixels: Uint8Array;
  /** At most 256 colours, as `#rrggbb`. */
  palette: readonly string[];
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PALETTE_COLOURS = 3;
/** A keyword and its text; any reader of PNG passes over it. */
const NOTE = "Comment\0";

// Both work in the thread pool, so that they do not block the event loop.
const packed = promisify(deflate);
const unpacked = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate);

/** A picture of one colour, the first of its palette. */
export function emptyPicture(width: number, height: number, palette: readonly string[]): Picture {
  return { width, height, pixels: new Uint8Array(width * height), palette };
}

/** Fills a rectangle, all of which must be within the picture. */
export function fillRect(
  picture: Picture,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  colour: number,
): void {
  for (let row = y; row < y + height; row += 1) {
    picture.pixels.fill(colour, row * picture.width + x, row * picture.width + x + width);
  }
}

/** Copies a rectangle of one picture onto another of the same palette. */
export function copyRect(
  from: Picture,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  onto: Picture,
  at: { x: number; y: number },
): void {
  for (let row = 0; row < height; row += 1) {
    const start = (y + row) * from.width + x;
    onto.pixels.set(from.pixels.subarray(start, start + width), (at.y + row) * onto.width + at.x);
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.byteLength);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}

/**
 * The bytes of a picture as PNG.
 *
 * @param note a text in the file (Latin-1), which `readPng` returns
 */
export async function pngOf({ width, height, pixels, palette }: Picture, note?: string): Promise<Buffer<ArrayBuffer>> {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, PALETTE_COLOURS], 8);
  // Each row begins with how it is filtered: not at all.
  const rows = Buffer.alloc((width + 1) * height);
  for (let row = 0; row < height; row += 1) {
    rows.set(pixels.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  }
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", head),
    chunk("PLTE", Buffer.from(palette.map((colour) => colour.slice(1)).join(""), "hex")),
    ...(note === undefined ? [] : [chunk("tEXt", Buffer.from(NOTE + note, "latin1"))]),
    chunk("IDAT", await packed(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/**
 * Reads a picture that `pngOf` wrote, and no other: never use it for untrusted files.
 *
 * @throws Error when it is another one
 */
export async function readPng(png: Buffer): Promise<Picture & { note: string | undefined }> {
  const parts = new Map<string, Buffer>();
  for (let at = SIGNATURE.byteLength; at < png.byteLength;) {
    const length = png.readUInt32BE(at);
    parts.set(png.toString("latin1", at + 4, at + 8), png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const [head, colours, data] = [parts.get("IHDR"), parts.get("PLTE"), parts.get("IDAT")];
  if (!head || !colours || !data || head[9] !== PALETTE_COLOURS) throw new Error("not a picture of this program");
  const width = head.readUInt32BE(0);
  const height = head.readUInt32BE(4);
  const rows = await unpacked(data, { maxOutputLength: (width + 1) * height });
  const pixels = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    pixels.set(rows.subarray(row * (width + 1) + 1, (row + 1) * (width + 1)), row * width);
  }
  const palette = (colours.toString("hex").match(/.{6}/g) ?? []).map((colour) => `#${colour}`);
  return { width, height, pixels, palette, note: parts.get("tEXt")?.toString("latin1").slice(NOTE.length) };
}
