import jsQR from "jsqr";
import sharp from "sharp";
import { only } from "./html";

/**
 * Reads the text of a picture's QR code with a third-party decoder.
 *
 * @param picture PNG bytes, or the text of an SVG drawing
 * @returns undefined if there is no readable code
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

/** Returns the bytes of the QR code that a page shows. @throws Error if there is none, or several */
export function shownQr(html: string): Buffer {
  return Buffer.from(only(html, "img.qr").attr("src")?.replace("data:image/png;base64,", "") ?? "", "base64");
}
