import type { LoaderFunctionArgs } from "@remix-run/node";
import { promisify } from "node:util";
import { feedLanguage, LANGUAGES } from "~/i18n/locales";
import { getText } from "~server/texts/text";
import { NOTICE_PAGE_SIZE } from "~server/specification";
import { env } from "~server/env";
import { DEFAULT_LOCALE, LOCALES } from "~server/i18n/locale";
import { noticeOf, safeHtmlElsewhere } from "~server/markup/markup";
import { feedPath } from "~server/notices/notices";
import { RETRY_HEADERS } from "~server/session/headers";
import { noticeList } from "~server/upstream/notices";
import { shownSite } from "~server/content/site";
import { optionalRead } from "~server/loader/reads";
import { escapeXml as escaped } from "~server/markup/xml";

const nextTurn = promisify(setImmediate);
const moment = (timeMs: number): string => new Date(timeMs).toISOString();

/** The maximum characters of HTML in a feed before escaping. Older notices that do not fit are omitted. */
const FEED_MAX_LENGTH = 1024 * 1024;

/** Returns the newest dated notices as a feed (RFC 4287). Readers send no cookies, so the URL names the language. */
export async function loader({ request }: LoaderFunctionArgs) {
  const lang = new URL(request.url).searchParams.get("lang");
  const locale = LOCALES.find((known) => feedLanguage(known) === lang) ?? DEFAULT_LOCALE;
  const t = getText(locale);
  const [list, config] = await Promise.all([
    optionalRead(noticeList({ locale }, { page: 1, pageSize: NOTICE_PAGE_SIZE })),
    shownSite({ locale }),
  ]);
  if (!list) return new Response(t("Notice.unavailable"), { status: 503, headers: RETRY_HEADERS });
  const site = config?.title ?? t("common.siteTitle");
  const at = (path: string) => new URL(path, env().PUBLIC_ORIGIN).href;
  const entries: string[] = [];
  let newestMs = 0;
  let length = 0;
  for (const { id, title, content, timeMs } of list.notices.slice(0, NOTICE_PAGE_SIZE)) {
    if (timeMs === undefined) continue;
    const address = at(`/NoticeDetail?id=${encodeURIComponent(id)}`);
    const html = noticeOf(content, t("Notice.cut"));
    length += html.length;
    if (length > FEED_MAX_LENGTH) break;
    newestMs = Math.max(newestMs, timeMs);
    entries.push(
      "<entry>",
      `<id>${escaped(address)}</id>`,
      `<title>${escaped(title ?? site)}</title>`,
      `<link rel="alternate" type="text/html" href="${escaped(address)}"/>`,
      `<updated>${moment(timeMs)}</updated>`,
      `<content type="html">${escaped(safeHtmlElsewhere(html, env().PUBLIC_ORIGIN))}</content>`,
      "</entry>",
    );
    // Sanitising many long texts takes time, so other requests are served in between.
    await nextTurn();
  }
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${LANGUAGES[locale].html}">`,
    `<id>${escaped(at(feedPath(locale)))}</id>`,
    `<title>${escaped(`${t("Notice.title")} – ${site}`)}</title>`,
    `<link rel="self" type="application/atom+xml" href="${escaped(at(feedPath(locale)))}"/>`,
    `<link rel="alternate" type="text/html" href="${escaped(at("/Notice"))}"/>`,
    `<updated>${moment(newestMs)}</updated>`,
    `<author><name>${escaped(site)}</name></author>`,
    ...entries,
    "</feed>",
    "",
  ].join("\n");
  return new Response(xml, {
    headers: { "Content-Type": "application/atom+xml; charset=utf-8", "Cache-Control": "public, max-age=900" },
  });
}
