import { randomBytes } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

const RED = [200, 30, 30] as const;
const BLUE = [30, 60, 200] as const;

/** Makes noise around this grey, with 3 bytes per pixel. Lines are cut from the same noise, which is quick. */
function sensorNoise(width: number, height: number, grey: number): Buffer {
  const line = width * 3;
  const noise = randomBytes(line + 65_536).map((byte) => grey + (byte % 42));
  const pixels = Buffer.alloc(line * height);
  for (let y = 0; y < height; y += 1) {
    const from = (y * 7_919) % 65_536;
    pixels.set(noise.subarray(from, from + line), y * line);
  }
  return pixels;
}

/** Paints a block of a fifth of each edge at the top, from column `left` on. */
function paint(pixels: Buffer, width: number, height: number, left: number, colour: readonly number[]): void {
  const block = Buffer.alloc(Math.floor(width / 5) * 3, Buffer.from(colour));
  for (let y = 0; y < Math.floor(height / 5); y += 1) pixels.set(block, (y * width + left) * 3);
}

/**
 * Makes a phone's photo: noise, a red mark at the top left and a blue one at the top right of the upright photo, and
 * metadata with a location.
 *
 * @param orientation EXIF's number (1 to 8): the pixels are stored turned that way
 */
export async function phonePhoto({
  width = 4000,
  height = 3000,
  orientation = 6,
  format = "jpeg",
  dark = false,
}: {
  width?: number;
  height?: number;
  orientation?: number;
  format?: "jpeg" | "png";
  dark?: boolean;
} = {}): Promise<Buffer> {
  const upright = sensorNoise(width, height, dark ? 10 : 130);
  paint(upright, width, height, 0, RED);
  paint(upright, width, height, width - Math.floor(width / 5), BLUE);
  let stored = sharp(upright, { raw: { width, height, channels: 3 } });
  // This inverts the orientation; sharp mirrors before it turns.
  const turns: Record<number, number> = { 3: 180, 4: 180, 5: 270, 6: 270, 7: 90, 8: 90 };
  if ([2, 4, 5, 7].includes(orientation)) {
    const mirrored = await stored.flop().raw().toBuffer({ resolveWithObject: true });
    stored = sharp(mirrored.data, { raw: { ...mirrored.info, channels: 3 } });
  }
  if (turns[orientation]) stored = stored.rotate(turns[orientation]);
  const tagged = stored.withMetadata({ orientation }).withExifMerge({
    IFD0: { Make: "Canary Phones", Model: "EXIF-canary", Software: "x" },
    IFD3: {
      GPSLatitudeRef: "N",
      GPSLatitude: "25/1 2/1 2100/100",
      GPSLongitudeRef: "E",
      GPSLongitude: "121/1 33/1 0/1",
    },
  });
  return format === "png" ? tagged.png().toBuffer() : tagged.jpeg({ quality: 92 }).toBuffer();
}

export const smallPhoto = () => phonePhoto({ width: 800, height: 600, orientation: 1 });

export function chunk(kind: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

const PNG_SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");

/** Makes a complete PNG of one colour, whose file is small. */
export function hugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  return Buffer.concat([PNG_SIGNATURE, chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

export const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>');
export const GIF = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
export const HTML_WITH_PNG_HEAD = Buffer.concat([
  PNG_SIGNATURE,
  Buffer.from("<!doctype html><script>alert(1)</script>"),
]);

export async function cornerOf(picture: Buffer, corner: "top left" | "top right"): Promise<"red" | "blue" | "neither"> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const x = Math.floor(info.width * (corner === "top left" ? 0.08 : 0.92));
  const at = (Math.floor(info.height * 0.08) * info.width + x) * info.channels;
  const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
  if (red > 150 && green < 90 && blue < 90) return "red";
  return blue > 150 && red < 90 && green < 110 ? "blue" : "neither";
}
