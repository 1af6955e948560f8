import { setImmediate as nextTurn } from "node:timers/promises";
import QRCode from "qrcode";
import { fairQueue } from "@storefront/resilience/fair-queue";
import { sharedWork } from "@storefront/resilience/shared-work";
import { emptyPicture, fillRect, pngOf, type Picture } from "~server/qr-code/png";

/** Light modules that a reader needs around a code (ISO/IEC 18004). */
export const QUIET_MODULES = 4;
/** Pixels of a module in the picture: large enough to be read from a print, small enough for a phone. */
const MODULE_PIXELS = 10;

/** Colours of the picture: light, dark. */
const PALETTE = ["#ffffff", "#000000"];

/** A QR code as modules: `path` draws the dark ones on a square of `size` by `size` units, without the quiet zone. */
export interface QrPath {
  size: number;
  path: string;
}

/** Modules in a row that are dark. */
interface Run {
  x: number;
  y: number;
  width: number;
}

/** @throws Error when the text is empty or too long for a code (about 2300 bytes) */
function runsOf(text: string): { size: number; runs: Run[] } {
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: "M" }).modules;
  const runs: Run[] = [];
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      let width = 0;
      while (x + width < size && data[y * size + x + width]) width += 1;
      if (width > 0) runs.push({ x, y, width });
      x += width;
    }
  }
  return { size, runs };
}

/**
 * The QR code of exactly this text as one SVG path, for the drawing of a poster.
 *
 * @throws Error when the text is empty or too long for a code (about 2300 bytes)
 */
export function qrPath(text: string): QrPath {
  const { size, runs } = runsOf(text);
  return { size, path: runs.map(({ x, y, width }) => `M${x} ${y}h${width}v1h-${width}z`).join("") };
}

/**
 * Draws the QR code of exactly this text in the middle of a square that is light already, as large as whole pixels
 * allow; the remaining pixels widen its quiet zone.
 *
 * @param square where, in pixels
 * @param dark the number of the colour of its modules
 * @throws Error when the text is empty, or its code does not fit
 */
export function drawQr(
  text: string,
  picture: Picture,
  square: { x: number; y: number; side: number },
  dark: number,
): void {
  const { size, runs } = runsOf(text);
  const module = Math.floor(square.side / (size + 2 * QUIET_MODULES));
  if (module < 1) throw new Error("the code does not fit");
  const margin = Math.floor((square.side - size * module) / 2);
  for (const { x, y, width } of runs) {
    const at = { x: square.x + margin + x * module, y: square.y + margin + y * module };
    fillRect(picture, { ...at, width: width * module, height: module }, dark);
  }
}

/** Drawing takes some milliseconds: 200 codes in one turn of the event loop would hold everybody up for a second. */
const { inTurn } = fairQueue();
/** Codes that are drawn or wait, by text and side. */
const underWay = new Map<string, Promise<Buffer<ArrayBuffer>>>();

/**
 * The QR code of exactly this text as a picture to save (behaviour 10.21): black on white, quiet zone included.
 * Concurrent requests for one picture share its drawing.
 *
 * @param side pixels of a side; ten for each module by default
 * @throws Error when the text is empty or too long for a code
 */
export function qrPng(text: string, side?: number): Promise<Buffer<ArrayBuffer>> {
  return sharedWork(underWay, JSON.stringify([text, side]), () => inTurn("", () => draw(text, side)));
}

async function draw(text: string, side?: number): Promise<Buffer<ArrayBuffer>> {
  await nextTurn();
  const pixels = side ?? (runsOf(text).size + 2 * QUIET_MODULES) * MODULE_PIXELS;
  const picture = emptyPicture(pixels, pixels, PALETTE);
  drawQr(text, picture, { x: 0, y: 0, side: pixels }, 1);
  return pngOf(picture);
}

/**
 * The same picture as an address that holds it, for `<QrCode>` (behaviour 7.26, 10.33): no further request, without
 * scripts too.
 *
 * @throws Error when the text is empty or too long for a code
 */
export async function qrImage(text: string): Promise<string> {
  return `data:image/png;base64,${(await qrPng(text)).toString("base64")}`;
}
