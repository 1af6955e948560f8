import { QUIET_MODULES, type QrPath } from "~server/qr-code/qr-code";
import { escapeXml } from "~server/markup/xml";
import {
  BAND,
  CARD,
  CODE_LABEL,
  COLOURS,
  HEIGHT,
  LEAD,
  linesOf,
  RISK,
  TITLE,
  WIDTH,
  type PosterColours,
} from "~server/invitation/poster/layout";

/** The words of a poster, in one language; they promise nothing. */
export interface PosterWords {
  title: string;
  lead: string;
  code: string;
  /** Two lines. */
  risk: readonly [string, string];
}

/** What differs from poster to poster. */
export interface Invitation {
  /** As the upstream sends it: any printable characters, at most 64. */
  code: string;
  /** The QR code of the invitation's link. */
  qr: QrPath;
  /** The site's host. */
  host: string;
}

/** Fonts of the device: for both languages, and for the code, as in the PNG posters. */
const TEXT =
  "system-ui, -apple-system, 'PingFang TC', 'Noto Sans CJK TC', 'Noto Sans TC', 'Microsoft JhengHei', sans-serif";
export const LETTERS = "ui-monospace, Menlo, 'Roboto Mono', Consolas, monospace";

const HALF = WIDTH / 2;
/** The baseline, as a share of a line's height. */
export const BASELINE = 0.74;
/** Letters of a device are wider than those of the picture. */
const NARROWER = 0.82;

/**
 * A poster as an SVG drawing (behaviour 2.120), whose text is in the fonts of the device.
 *
 * @param words its fixed texts
 * @param invitation undefined for the parts that all posters of a language share, from which the PNG ones are made
 * @param colours those of the shop, or of the operator's theme
 */
export function posterSvg(words: PosterWords, invitation: Invitation | undefined, colours = COLOURS): string {
  const text = (at: { y: number; size: number }, fill: string, content: string, more = "") =>
    `<text x="${HALF}" y="${at.y}" font-size="${at.size}" fill="${fill}"${more}>${escapeXml(content)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"`,
    ` text-anchor="middle" font-family="${TEXT}">`,
    `<title>${escapeXml(words.title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${colours.paper}"/>`,
    `<rect width="${WIDTH}" height="${BAND.height}" fill="${colours.band}"/>`,
    text(TITLE, colours.onBand, words.title, ' font-weight="700"'),
    text(LEAD, colours.tint, words.lead),
    `<rect x="${CARD.x}" y="${CARD.y}" width="${CARD.side}" height="${CARD.side}" rx="${CARD.round}"`,
    ` fill="${colours.card}"/>`,
    invitation ? qrOf(invitation.qr, colours) : "",
    text(CODE_LABEL, colours.soft, words.code),
    invitation ? lettersOf(invitation, colours) : "",
    ...words.risk.map((content, at) => text({ y: RISK.y + at * RISK.line, size: RISK.size }, colours.soft, content)),
    "</svg>",
  ].join("");
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
