import { setImmediate as nextTurn } from "node:timers/promises";
import QRCode from "qrcode";
import { fairQueue } from "@storefront/resilience/rotation";
import { sharedWork } from "@storefront/resilience/shared-work";
import { pngOf } from "~server/qr-code/png";

/** Width of the quiet zone in modules (ISO/IEC 18004). */
export const QUIET_MODULES = 4;
/** Side of a module, large enough to print and small enough for a phone. */
const MODULE_PIXELS = 10;
const [LIGHT, DARK] = [255, 0];

/** `path` draws the dark modules on a square of `size` units, without the quiet zone. */
export interface QrPath {
  size: number;
  path: string;
}

interface Run {
  x: number;
  y: number;
  width: number;
}

/** @throws Error if the text is empty or too long for a code (about 2300 bytes) */
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

/** Draws the QR code as one SVG path. Throws if the text is empty or too long (about 2300 bytes). */
export function qrPath(text: string): QrPath {
  const { size, runs } = runsOf(text);
  return { size, path: runs.map(({ x, y, width }) => `M${x} ${y}h${width}v1h-${width}z`).join("") };
}

/** Codes are drawn in turn, because 200 in one go would block the event loop for a second. */
const { inTurn } = fairQueue();
const underWay = new Map<string, Promise<Buffer<ArrayBuffer>>>();

/** Draws the QR code in black on white, ten pixels a module unless `side` says otherwise; throws as `qrPath` does. */
export function qrPng(text: string, side?: number): Promise<Buffer<ArrayBuffer>> {
  return sharedWork(underWay, JSON.stringify([text, side]), () => inTurn("", () => draw(text, side)));
}

/** Modules are whole pixels; the remainder widens the quiet zone. */
async function draw(text: string, side?: number): Promise<Buffer<ArrayBuffer>> {
  await nextTurn();
  const { size, runs } = runsOf(text);
  const pixels = side ?? (size + 2 * QUIET_MODULES) * MODULE_PIXELS;
  const module = Math.floor(pixels / (size + 2 * QUIET_MODULES));
  if (module < 1) throw new Error("the code does not fit");
  const margin = Math.floor((pixels - size * module) / 2);
  const rows = new Uint8Array(pixels * pixels).fill(LIGHT);
  for (const { x, y, width } of runs) {
    for (let row = margin + y * module; row < margin + (y + 1) * module; row += 1) {
      const from = row * pixels + margin + x * module;
      rows.fill(DARK, from, from + width * module);
    }
  }
  return pngOf(pixels, rows);
}

/** Returns the QR code as a data URL, which needs no further request. Throws as `qrPath` does. */
export async function qrImage(text: string): Promise<string> {
  return `data:image/png;base64,${(await qrPng(text)).toString("base64")}`;
}
