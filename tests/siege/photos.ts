import sharp from "sharp";
import { setTimeout as wait } from "node:timers/promises";
import { attack, type Attack, type Target } from "./attack";
import { photoForm } from "./photo-form";
import { randomOf } from "./random";
import { ask, headOf } from "./wires";

/** Attacks with pictures that take long to scan or to decode. */

const STRIKE_MS = 14_000;
/** The largest accepted photo. */
const PHOTO_BYTES = 8 * 1_024 ** 2;
const JPEG_START = Buffer.from("ffd8ffe000104a46494600010100000100010000", "hex");
const JPEG_END = Buffer.from("ffd9", "hex");
const PNG_START = Buffer.from("89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de", "hex");

const PNG_END = Buffer.from("0000000049454e44ae426082", "hex");

const filled = (start: Buffer, piece: string, end: Buffer): Buffer =>
  Buffer.concat([start, Buffer.alloc(PHOTO_BYTES - start.length - end.length, Buffer.from(piece, "hex")), end]);

/** The header of a scan of one component. */
const SCAN = "ffda0008010100003f00";

const jpegOf =
  (piece: string, start = JPEG_START): (() => Buffer) =>
  () =>
    filled(start, piece, JPEG_END);

/** Makes a picture of random pixels, which cost most to decode, in a file that is just small enough. */
export async function progressive(): Promise<Buffer> {
  const side = 3_900;
  const random = randomOf(8);
  const row = Buffer.from(Array.from({ length: side * 3 + 4_096 }, () => Math.floor(random() * 256)));
  const pixels = Buffer.alloc(side * side * 3);
  for (let y = 0; y < side; y += 1) row.copy(pixels, y * side * 3, (y * 37) % 4_096, ((y * 37) % 4_096) + side * 3);
  for (const quality of [60, 40, 25, 15, 8]) {
    const raw = { width: side, height: side, channels: 3 as const };
    const photo = await sharp(pixels, { raw }).blur(0.6).jpeg({ progressive: true, quality }).toBuffer();
    if (photo.length < PHOTO_BYTES) return photo;
  }
  throw new Error("The photo is too large.");
}

/** Each account posts its photos once. */
async function prepareUpload(target: Target, make: () => Buffer | Promise<Buffer>) {
  const photo = await make();
  const forms = await Promise.all(target.accounts.map((_, index) => photoForm(target, index)));
  const requests = forms.map((form) => form.request([photo, photo, photo]));
  return async () => {
    await Promise.all(requests.map((request, index) => ask(target, request, forms[index]?.address ?? 0, STRIKE_MS)));
  };
}

const upload = (name: string, sent: string, make: () => Buffer | Promise<Buffer>) =>
  attack("8", name, sent, { accounts: 2, prepare: (target) => prepareUpload(target, make) });

const SCAN_START = Buffer.concat([JPEG_START, Buffer.from(SCAN, "hex")]);
const ORDINARY_DEADLINE_MS = 5_000;

/** Another visitor's picture must not wait for the hostile ones. */
async function filters(target: Target): Promise<string[]> {
  const hostile = (target.pictures.filters ?? []).map((path, index) =>
    ask(target, headOf(target, `GET ${path}`), index + 1, STRIKE_MS),
  );
  await wait(500);
  const status = await ask(target, headOf(target, `GET ${target.ordinaryPicture}`), 99, ORDINARY_DEADLINE_MS);
  await Promise.race([Promise.all(hostile), wait(STRIKE_MS - 6_000)]);
  return status === 200 ? [] : [`an ordinary picture did not come within ${ORDINARY_DEADLINE_MS / 1_000} s: ${status}`];
}

export const PHOTOS: readonly Attack[] = [
  upload("photo-comments", "6 JPEGs of two million empty comments", jpegOf("fffe0002")),
  upload("photo-chunks", "6 PNGs of 700,000 chunks of 12 bytes", () =>
    filled(PNG_START, "000000007445587400000000", PNG_END),
  ),
  upload("photo-scans", "6 JPEGs of 800,000 empty scans", jpegOf(SCAN)),
  upload("photo-scans-headless", "6 JPEGs of two million scans without a header", jpegOf("ffda0002")),
  upload("photo-ff00", "6 JPEGs of four million FF00", jpegOf("ff00", SCAN_START)),
  upload("photo-fill", "6 JPEGs of eight million fill bytes", jpegOf("ff")),
  upload("photo-progressive", "6 progressive JPEGs of 15 megapixels", progressive),
  attack("8", "svg-filters", "a picture host sends SVGs with heavy filters", {
    prepare: (target) => () => filters(target),
  }),
];
