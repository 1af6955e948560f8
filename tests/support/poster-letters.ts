import { BASELINE, LETTERS } from "~server/invitation/poster/drawing";
import { CODE_LETTERS, DRAWN, SHEET, SITE_LETTERS, type PosterColours } from "~server/invitation/poster/layout";

const [WHITE, BLACK] = ["#ffffff", "#000000"];

/** White on black, as `Glyphs` needs it. */
export const MASK_COLOURS: PosterColours = {
  ...{ paper: BLACK, band: BLACK, card: BLACK, dark: BLACK },
  ...{ ink: WHITE, soft: WHITE, onBand: WHITE, tint: WHITE },
};
import { escapeXml } from "~server/markup/xml";

/** Draws the glyphs of the PNG posters as an SVG, each letter in its own cell. */
export function lettersSvg(): string {
  const drawn = [CODE_LETTERS, SITE_LETTERS].map(({ width, height, size, sheetTop }) => {
    const y = sheetTop + Math.round(height * BASELINE);
    return DRAWN.map(
      (letter, at) => `<text x="${(at + 0.5) * width}" y="${y}" font-size="${size}">${escapeXml(letter)}</text>`,
    ).join("");
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SHEET.width}" height="${SHEET.height}" text-anchor="middle"` +
    ` fill="${MASK_COLOURS.ink}" font-weight="700" font-family="${LETTERS}">` +
    `<rect width="${SHEET.width}" height="${SHEET.height}" fill="${MASK_COLOURS.paper}"/>${drawn.join("")}</svg>`
  );
}
