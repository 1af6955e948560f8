import QRCode from "qrcode";

/** Light modules that a reader needs around a code (ISO/IEC 18004). */
const QUIET_MODULES = 4;
/** Pixels of a module in the picture: large enough to be read from a print, small enough for a phone. */
const MODULE_PIXELS = 10;

/** A QR code as modules: `path` draws the dark ones on a square of `size` by `size` units, without the quiet zone. */
export interface QrPath {
  size: number;
  path: string;
}

/**
 * The QR code of exactly this text as one SVG path (behaviour 7.26, 10.33), for `<QrCode>`.
 *
 * @throws Error when the text is empty or too long for a code (about 2300 bytes)
 */
export function qrPath(text: string): QrPath {
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: "M" }).modules;
  let path = "";
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      let run = 0;
      while (x + run < size && data[y * size + x + run]) run += 1;
      if (run > 0) path += `M${x} ${y}h${run}v1h-${run}z`;
      x += run;
    }
  }
  return { size, path };
}

/**
 * The QR code of exactly this text as a picture to save (behaviour 10.21): black on white, quiet zone included.
 *
 * @throws Error when the text is empty or too long for a code
 */
export async function qrPng(text: string): Promise<Buffer<ArrayBuffer>> {
  const png = await QRCode.toBuffer(text, {
    type: "png",
    errorCorrectionLevel: "M",
    margin: QUIET_MODULES,
    scale: MODULE_PIXELS,
    color: { dark: "#000000ff", light: "#ffffffff" },
  });
  return Buffer.from(png);
}
