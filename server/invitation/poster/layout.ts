import { contrast, CONTRAST_MIN, shopPalette, type Palette } from "~server/content/colours";

/** Layout and colours of an invitation's poster, in pixels. */

/** Phones show pictures of 3:4 best. */
export const WIDTH = 900;
export const HEIGHT = 1200;

export const CARD = { x: 190, y: 290, side: 520, round: 28 };

/** Centred texts; `y` is their baseline. */
export const TITLE = { y: 130, size: 72 };
export const LEAD = { y: 212, size: 36 };
export const CODE_LABEL = { y: 868, size: 30 };
export const BAND = { height: 420 };
export const RISK = { y: 1128, size: 26, line: 38 };

/** Letters of equal width for the code and the site's host. A line has room for `most` of them. */
export const CODE_LETTERS = { width: 28, height: 72, size: 56, most: 28, sheetTop: 0 };
export const SITE_LETTERS = { width: 16, height: 44, size: 32, most: 50, sheetTop: CODE_LETTERS.height };
export type Letters = typeof CODE_LETTERS;

const CODE_LINES = { top: 884, most: 3, withSite: 2 };
const SITE_GAP = 12;

export const DRAWN = Array.from({ length: 95 }, (_, at) => String.fromCharCode(0x20 + at));
/** Size of a picture with all letters in a row, in two sizes. */
export const SHEET = { width: DRAWN.length * CODE_LETTERS.width, height: CODE_LETTERS.height + SITE_LETTERS.height };

export function posterColours(palette: Palette) {
  const { paper, ink, "ink-soft": soft, accent: band, "on-accent": onBand } = palette;
  const tint = contrast(palette["accent-tint"], band) < CONTRAST_MIN ? onBand : palette["accent-tint"];
  // Cameras read black on white best.
  return { paper, ink, soft, band, onBand, tint, card: "#ffffff", dark: "#000000" };
}
export type PosterColours = ReturnType<typeof posterColours>;

export const COLOURS = posterColours(shopPalette("light"));

export interface Line {
  text: string;
  top: number;
  letters: Letters;
}

/** Returns the lines below the QR code: the invitation's code, and the site's host if it fits. */
export function linesOf(code: string | undefined, host: string): Line[] {
  const characters = Array.from(code ?? "");
  const { top, most, withSite } = CODE_LINES;
  const lines: Line[] = [];
  for (let at = 0; at < characters.length && lines.length < most; at += CODE_LETTERS.most) {
    const text = characters.slice(at, at + CODE_LETTERS.most).join("");
    lines.push({ text, top: top + lines.length * CODE_LETTERS.height, letters: CODE_LETTERS });
  }
  if (lines.length > withSite || host.length > SITE_LETTERS.most) return lines;
  const below = top + lines.length * CODE_LETTERS.height + SITE_GAP;
  return [...lines, { text: host, top: below, letters: SITE_LETTERS }];
}
