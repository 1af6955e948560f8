import { safeHtmlElsewhere } from "~server/markup/markup";
import { escapeXml as escaped } from "~server/markup/xml";

/** A feed by RFC 4287, with absolute addresses. */
export interface Feed {
  lang: string;
  title: string;
  author: string;
  /** Its own address, and that of the page with the same. */
  address: string;
  page: string;
  /** Newest first. */
  entries: readonly FeedEntry[];
}

/** A notice in it. */
export interface FeedEntry {
  address: string;
  title: string;
  timeMs: number;
  /** Made safe. */
  html: string;
}

const moment = (timeMs: number): string => new Date(timeMs).toISOString();

/**
 * Writes a feed.
 *
 * @returns XML in UTF-8
 */
export function atomFeed({ lang, title, author, address, page, entries }: Feed): string {
  const { origin } = new URL(page);
  const newestMs = Math.max(0, ...entries.map(({ timeMs }) => timeMs));
  const written = entries.map((entry) =>
    [
      "<entry>",
      `<id>${escaped(entry.address)}</id>`,
      `<title>${escaped(entry.title)}</title>`,
      `<link rel="alternate" type="text/html" href="${escaped(entry.address)}"/>`,
      `<updated>${moment(entry.timeMs)}</updated>`,
      `<content type="html">${escaped(safeHtmlElsewhere(entry.html, origin))}</content>`,
      "</entry>",
    ].join("\n"),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escaped(lang)}">`,
    `<id>${escaped(address)}</id>`,
    `<title>${escaped(title)}</title>`,
    `<link rel="self" type="application/atom+xml" href="${escaped(address)}"/>`,
    `<link rel="alternate" type="text/html" href="${escaped(page)}"/>`,
    `<updated>${moment(newestMs)}</updated>`,
    `<author><name>${escaped(author)}</name></author>`,
    ...written,
    "</feed>",
    "",
  ].join("\n");
}
