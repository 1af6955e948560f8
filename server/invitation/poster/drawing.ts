import { QUIET_MODULES, type QrPath } from "~server/qr-code/qr-code";
import { escapeXml } from "~server/markup/xml";
import {
  BAND,
  CARD,
  CODE_LABEL,
  COLOURS,
  DRAWN,
  HEIGHT,
  LEAD,
  linesOf,
  RISK,
  SHEET,
  TITLE,
  WIDTH,
  type Line,
  type PosterColours,
} from "~server/invitation/poster/layout";
import type { Locale } from "~server/i18n/locale";
import { getText } from "~server/texts/text";

export interface PosterWords {
  title: string;
  lead: string;
  code: string;
  risk: readonly [string, string];
}

export interface Invitation {
  /** Printable characters, at most 64. */
  code: string;
  qr: QrPath;
  host: string;
}

/** Texts as PNG pictures, white on black, because the server may have no fonts. `tests/poster.ts` draws them. */
export interface Glyphs {
  words: Buffer;
  letters: Buffer;
}

const TEXT =
  "system-ui, -apple-system, 'PingFang TC', 'Noto Sans CJK TC', 'Noto Sans TC', 'Microsoft JhengHei', sans-serif";
export const LETTERS = "ui-monospace, Menlo, 'Roboto Mono', Consolas, monospace";

const HALF = WIDTH / 2;
/** Position of the baseline, as a share of a line's height. */
export const BASELINE = 0.74;
/** Factor of the font size, because a device's letters may be wider than the picture's. */
const NARROWER = 0.82;

/** Draws a poster with text in the device's fonts; without an invitation, the words for `Glyphs`. */
export function posterSvg(words: PosterWords, invitation: Invitation | undefined, colours = COLOURS): string {
  const text = (at: { y: number; size: number }, fill: string, content: string, more = "") =>
    `<text x="${HALF}" y="${at.y}" font-size="${at.size}" fill="${fill}"${more}>${escapeXml(content)}</text>`;
  return drawing(colours, invitation?.qr, [
    `<title>${escapeXml(words.title)}</title>`,
    text(TITLE, colours.onBand, words.title, ' font-weight="700"'),
    text(LEAD, colours.tint, words.lead),
    text(CODE_LABEL, colours.soft, words.code),
    invitation ? lettersOf(invitation, colours) : "",
    ...words.risk.map((content, at) => text({ y: RISK.y + at * RISK.line, size: RISK.size }, colours.soft, content)),
  ]);
}

/** Draws the same poster without fonts. A character that was not drawn in advance is only in the QR code. */
export function posterOfGlyphs({ words, letters }: Glyphs, invitation: Invitation, colours: PosterColours): string {
  const isDrawn = Array.from(invitation.code).every((letter) => DRAWN.includes(letter));
  const lines = linesOf(isDrawn ? invitation.code : undefined, invitation.host);
  const [leadTop, labelEnd] = [LEAD.y - LEAD.size, CODE_LABEL.y + CODE_LABEL.size / 2];
  // Vertical extent of each colour of the words.
  const parts = [
    [colours.onBand, 0, leadTop],
    [colours.tint, leadTop, BAND.height],
    [colours.soft, isDrawn ? BAND.height : labelEnd, HEIGHT],
  ] as const;
  return drawing(colours, invitation.qr, [
    mask("words", image("of-words", WIDTH, HEIGHT, words)),
    `<g mask="url(#words)">${parts.map(([fill, from, to]) => rect(fill, 0, from, WIDTH, to - from)).join("")}</g>`,
    `<defs>${image("letters", SHEET.width, SHEET.height, letters)}</defs>`,
    mask("lines", lines.map(cellsOf).join("")),
    `<g mask="url(#lines)">${rect(colours.ink, 0, CODE_LABEL.y, WIDTH, RISK.y - RISK.size - CODE_LABEL.y)}</g>`,
  ]);
}

function drawing(colours: PosterColours, qr: QrPath | undefined, elements: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"`,
    ` text-anchor="middle" font-family="${TEXT}">`,
    rect(colours.paper, 0, 0, WIDTH, HEIGHT),
    rect(colours.band, 0, 0, WIDTH, BAND.height),
    rect(colours.card, CARD.x, CARD.y, CARD.side, CARD.side, CARD.round),
    qr ? qrOf(qr, colours) : "",
    ...elements,
    "</svg>",
  ].join("");
}

const rect = (fill: string, x: number, y: number, width: number, height: number, round = 0) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}"${round > 0 ? ` rx="${round}"` : ""} fill="${fill}"/>`;

const mask = (id: string, content: string) =>
  `<mask id="${id}" maskUnits="userSpaceOnUse" x="0" y="0" width="${WIDTH}" height="${HEIGHT}">${content}</mask>`;

const image = (id: string, width: number, height: number, png: Buffer) =>
  `<image id="${id}" width="${width}" height="${height}" href="data:image/png;base64,${png.toString("base64")}"/>`;

function cellsOf({ text, top, letters: { width, height, sheetTop } }: Line): string {
  const left = Math.floor((WIDTH - text.length * width) / 2);
  return Array.from(text, (letter, at) => {
    const cell = `viewBox="${DRAWN.indexOf(letter) * width} ${sheetTop} ${width} ${height}"`;
    return `<svg x="${left + at * width}" y="${top}" width="${width}" height="${height}" ${cell}><use href="#letters"/></svg>`;
  }).join("");
}

function qrOf({ size, path }: QrPath, colours: PosterColours): string {
  const side = size + 2 * QUIET_MODULES;
  return (
    `<svg x="${CARD.x}" y="${CARD.y}" width="${CARD.side}" height="${CARD.side}" shape-rendering="crispEdges"` +
    ` viewBox="${-QUIET_MODULES} ${-QUIET_MODULES} ${side} ${side}"><path d="${path}" fill="${colours.dark}"/></svg>`
  );
}

function lettersOf({ code, host }: Invitation, colours: PosterColours): string {
  return linesOf(code, host)
    .map(({ text, top, letters: { height, size } }) => {
      const at = `x="${HALF}" y="${top + Math.round(height * BASELINE)}" font-size="${Math.round(size * NARROWER)}"`;
      return `<text ${at} fill="${colours.ink}" font-family="${LETTERS}">${escapeXml(text)}</text>`;
    })
    .join("");
}

export function posterWords(locale: Locale): PosterWords {
  const t = getText(locale);
  return {
    title: t("Poster.title"),
    lead: t("Poster.lead"),
    code: t("Poster.code"),
    risk: [t("Poster.risk"), t("Poster.decide")],
  };
}
