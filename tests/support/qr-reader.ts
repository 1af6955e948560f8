import jsQR from "jsqr";
import sharp from "sharp";
import { sourceOf } from "./html";

/**
 * The text of a picture's QR code, read by a decoder that is not ours.
 *
 * @param picture PNG bytes, or the text of an SVG drawing
 * @returns undefined when it contains no readable code
 */
export async function readQr(picture: Buffer | string): Promise<string | undefined> {
  const image = typeof picture === "string" ? sharp(Buffer.from(picture)).resize({ width: 600 }) : sharp(picture);
  const { data, info } = await image
    .flatten({ background: "#888" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

/** The QR code of a page as a drawing of its own. @throws Error when there is none, or several */
export function qrDrawing(html: string): string {
  return sourceOf(html, "svg.qr").replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ');
}
