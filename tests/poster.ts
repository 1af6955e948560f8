import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { posterWords } from "~server/invitation/poster/poster-words";
import { LOCALES } from "~server/i18n/locale";
import { pngOf, type Picture } from "~server/qr-code/png";
import { posterSvg } from "~server/invitation/poster/drawing";
import { PALETTE } from "~server/invitation/poster/layout";
import { lettersSvg } from "./support/poster-letters";

/**
 * `npx tsx tests/poster.ts`: draws what all posters of a language share, and the letters for the rest, into
 * `app/i18n/posters` and `server/invitation/poster`. To be run after their words or the layout have
 * changed (a test checks it), on a machine that has Noto Sans CJK and Noto Sans Mono CJK (OFL 1.1).
 */

const TEXT_FONT = "Noto Sans CJK TC";
const LETTERS_FONT = "Noto Sans Mono CJK TC";

const channels = (colour: string) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
const KNOWN = PALETTE.map(channels);

function nearest(pixel: readonly number[]): number {
  const distances = KNOWN.map((known) => known.reduce((sum, part, at) => sum + (part - (pixel[at] ?? 0)) ** 2, 0));
  return distances.indexOf(Math.min(...distances));
}

async function pictureOf(svg: string, font: string): Promise<Picture> {
  const drawing = Buffer.from(svg.replace(/font-family="[^"]*"/g, `font-family="${font}"`));
  const { data, info } = await sharp(drawing).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const found = new Map<number, number>();
  const pixels = Uint8Array.from({ length: info.width * info.height }, (_, at) => {
    const pixel = [...data.subarray(at * 3, at * 3 + 3)];
    const key = pixel.reduce((sum, part) => sum * 256 + part, 0);
    const colour = found.get(key) ?? nearest(pixel);
    found.set(key, colour);
    return colour;
  });
  return { width: info.width, height: info.height, pixels, palette: PALETTE };
}

/** Draws an SVG into a file, which remembers from what it was drawn. */
async function draw(name: string, svg: string, font: string): Promise<void> {
  const note = createHash("sha256").update(svg).digest("hex");
  const file = fileURLToPath(new URL(`../${name}.png`, import.meta.url));
  await writeFile(file, await pngOf(await pictureOf(svg, font), note));
}

for (const locale of LOCALES)
  await draw(`app/i18n/posters/${locale}`, posterSvg(posterWords(locale), undefined), TEXT_FONT);
await draw("server/invitation/poster/letters", lettersSvg(), LETTERS_FONT);
