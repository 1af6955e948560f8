import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { LOCALES } from "~server/i18n/locale";
import { posterSvg, posterWords } from "~server/invitation/poster/drawing";
import { lettersSvg, MASK_COLOURS } from "./support/poster-letters";

/**
 * `npx tsx tests/poster.ts`: draws the words of all posters of a language, and the letters for the rest, into
 * `app/i18n/posters` and `server/invitation/poster`. Run it when their texts or the layout have changed (a test checks
 * that), on a machine with Noto Sans CJK and Noto Sans Mono CJK (OFL 1.1).
 */

const TEXT_FONT = "Noto Sans CJK TC";
const LETTERS_FONT = "Noto Sans Mono CJK TC";

/** Draws an SVG into a file whose Exif data records its source. */
async function draw(name: string, svg: string, font: string): Promise<void> {
  const drawing = Buffer.from(svg.replace(/font-family="[^"]*"/g, `font-family="${font}"`));
  const digest = createHash("sha256").update(svg).digest("hex");
  await sharp(drawing)
    .removeAlpha()
    .toColourspace("b-w")
    .png({ compressionLevel: 9, palette: true, colours: 16 })
    .withExif({ IFD0: { ImageDescription: digest } })
    .toFile(fileURLToPath(new URL(`../${name}.png`, import.meta.url)));
}

for (const locale of LOCALES) {
  const words = posterSvg(posterWords(locale), undefined, MASK_COLOURS);
  await draw(`app/i18n/posters/${locale}`, words, TEXT_FONT);
}
await draw("server/invitation/poster/letters", lettersSvg(), LETTERS_FONT);
