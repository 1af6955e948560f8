import type { QrPath } from "~server/qr-code/qr-code";

/** Light modules around the code, and pixels of a module. */
const QUIET = 4;
const PIXELS = 10;

/** The code on the page as a PNG picture, drawn in the browser. */
export function qrPicture({ size, path }: QrPath): Promise<Blob> {
  const canvas = document.createElement("canvas");
  const side = size + 2 * QUIET;
  canvas.width = canvas.height = side * PIXELS;
  const context = canvas.getContext("2d");
  return new Promise((give, fail) => {
    if (!context) return fail(new Error("no canvas"));
    context.scale(PIXELS, PIXELS);
    context.fillStyle = "#fff";
    context.fillRect(0, 0, side, side);
    context.translate(QUIET, QUIET);
    context.fillStyle = "#000";
    context.fill(new Path2D(path));
    canvas.toBlob((blob) => (blob ? give(blob) : fail(new Error("no picture"))), "image/png");
  });
}
