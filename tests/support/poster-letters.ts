import { BASELINE, LETTERS } from "~server/invitation/poster/drawing";
import { CODE_LETTERS, COLOURS, DRAWN, SITE_LETTERS } from "~server/invitation/poster/layout";
import { escapeXml } from "~server/markup/xml";

/** The glyphs of the PNG posters as an SVG drawing: letters side by side, each in a cell of its own. */
export function lettersSvg(): string {
  let top = 0;
  const drawn = [CODE_LETTERS, SITE_LETTERS].map(({ width, height, size }) => {
    const y = top + Math.round(height * BASELINE);
    top += height;
    return DRAWN.map(
      (letter, at) => `<text x="${(at + 0.5) * width}" y="${y}" font-size="${size}">${escapeXml(letter)}</text>`,
    ).join("");
  });
  const wide = DRAWN.length * Math.max(CODE_LETTERS.width, SITE_LETTERS.width);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${top}" text-anchor="middle"` +
    ` fill="${COLOURS.ink}" font-weight="700" font-family="${LETTERS}">` +
    `<rect width="${wide}" height="${top}" fill="${COLOURS.paper}"/>${drawn.join("")}</svg>`
  );
}
