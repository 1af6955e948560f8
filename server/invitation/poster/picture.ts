import { z } from "zod";
import { decoderProcess, DecoderUnavailable, receivedBytes } from "@storefront/image-proxy/decoder-process";
import { concurrencyLimit } from "@storefront/resilience/concurrency-limit";
import { sharedWork } from "@storefront/resilience/shared-work";
import { palettes } from "~server/content/content";
import type { Locale } from "~server/i18n/locale";
import { posterOfGlyphs } from "~server/invitation/poster/drawing";
import { posterColours } from "~server/invitation/poster/layout";
import { qrPath } from "~server/qr-code/qr-code";
import { UpstreamUnavailable } from "~server/upstream/client";
import letters from "./letters.png?inline";
import program from "./painter.js?raw";

const tooMany = () => new UpstreamUnavailable("too many posters", false);
/** One poster is painted at a time, and few may wait. */
const gate = concurrencyLimit({ concurrent: 1, perName: 1, waiting: 20 }, tooMany);
/** Painting has its own process, because librsvg takes tens of megabytes, which are freed with the process. */
const paint = decoderProcess({
  program,
  deadlineMs: 10_000,
  replyMaxBytes: 1024 * 1024,
  reply: z.strictObject({ png: receivedBytes }),
});

const underWay = new Map<string, Promise<Buffer<ArrayBuffer>>>();

const wordsOf = import.meta.glob<string>("../../../app/i18n/posters/*.png", {
  eager: true,
  query: "?inline",
  import: "default",
});

export const glyphsOf = (locale: Locale) => ({
  words: bytesOf(wordsOf[`../../../app/i18n/posters/${locale}.png`] ?? ""),
  letters: bytesOf(letters),
});

function bytesOf(dataUrl: string): Buffer {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64");
}

/**
 * Paints a poster as PNG; concurrent requests share it. `invitation.link`, for the QR code, identifies the account.
 *
 * @throws UpstreamUnavailable if too many are being painted, or sharp cannot be started
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
  { code, link, host }: { code: string; link: string; host: string },
): Promise<Buffer<ArrayBuffer>> {
  const drawing = { code, host, qr: qrPath(link) };
  const svg = Buffer.from(posterOfGlyphs(glyphsOf(locale), drawing, posterColours(palettes().light)));
  const painted = await paint({ svg }).catch((error: unknown) => {
    if (!(error instanceof DecoderUnavailable)) throw error;
  });
  if (!painted) throw new UpstreamUnavailable("no poster was drawn", false);
  return Buffer.from(painted.png);
}
