import { concurrencyLimit } from "@storefront/resilience/concurrency-limit";
import { sharedWork } from "@storefront/resilience/shared-work";
import { palettes } from "~server/content/content";
import type { Locale } from "~server/i18n/locale";
import { copyRect, fillRect, pngOf, readPng, type Picture } from "~server/qr-code/png";
import {
  CARD,
  CODE_LABEL,
  CODE_LETTERS,
  COLOURS,
  DRAWN,
  isDrawn,
  linesOf,
  PALETTE,
  paletteIn,
  posterColours,
  WIDTH,
  type Line,
} from "~server/invitation/poster/layout";
import { drawQr } from "~server/qr-code/qr-code";
import { UpstreamUnavailable } from "~server/upstream/client";
import letters from "./letters.png?inline";

/** Rendering a poster takes three megabytes: at most two are rendered at a time, one per account, and few wait. */
const gate = concurrencyLimit(
  { concurrent: 2, perName: 1, waiting: 20 },
  () => new UpstreamUnavailable("too many posters", false),
);

/** The posters being rendered or waiting: an account has one in each language, however often it requests it. */
const underWay = new Map<string, Promise<Buffer<ArrayBuffer>>>();

/** What all posters of a language share, and the letters for the rest, as they were drawn by `tests/poster.ts`. */
const blanks = import.meta.glob<string>("../../../app/i18n/posters/*.png", {
  ...{ eager: true, query: "?inline", import: "default" },
});
export const blankOf = (locale: Locale): Buffer => bytesOf(blanks[`../../../app/i18n/posters/${locale}.png`] ?? "");
export const LETTERS = bytesOf(letters);

function bytesOf(dataUrl: string): Buffer {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64");
}

/**
 * A poster as a picture (behaviour 2.120; decision 0108). A code with characters that have no letters here is in the QR
 * code alone. Concurrent requests for one poster share its rendering.
 *
 * @param invitation.link the content of its QR code; it identifies the account
 * @throws UpstreamUnavailable when too many are being made
 * @throws Error when the link is too long for a code
 */
export function posterPng(
  locale: Locale,
  invitation: { code: string; link: string; host: string },
): Promise<Buffer<ArrayBuffer>> {
  const key = JSON.stringify([locale, invitation]);
  return sharedWork(underWay, key, () => gate.run(invitation.link, () => make(locale, invitation)));
}

async function make(
  locale: Locale,
  invitation: { code: string; link: string; host: string },
): Promise<Buffer<ArrayBuffer>> {
  const [poster, cells] = await Promise.all([readPng(blankOf(locale)), readPng(LETTERS)]);
  drawQr(invitation.link, poster, CARD, PALETTE.indexOf(COLOURS.dark));
  const code = isDrawn(invitation.code) ? invitation.code : undefined;
  if (code === undefined) {
    const { y, size } = CODE_LABEL;
    fillRect(poster, { x: 0, y: y - size, width: WIDTH, height: Math.round(size * 1.5) }, 0);
  }
  for (const line of linesOf(code, invitation.host)) letter(poster, cells, line);
  return pngOf({ ...poster, palette: paletteIn(posterColours(palettes().light)) });
}

function letter(poster: Picture, cells: Picture, { text, top, letters: { width, height } }: Line): void {
  const left = Math.floor((WIDTH - text.length * width) / 2);
  const row = height === CODE_LETTERS.height ? 0 : CODE_LETTERS.height;
  Array.from(text).forEach((character, at) => {
    const cell = { x: DRAWN.indexOf(character) * width, y: row, width, height };
    copyRect(cells, cell, poster, { x: left + at * width, y: top });
  });
}
