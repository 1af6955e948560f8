import type { LoaderFunctionArgs } from "@remix-run/node";
import { promisify } from "node:util";
import { feedLanguage, LANGUAGES } from "~/i18n/locales";
import { getText } from "~server/texts/text";
import { NOTICE_PAGE_SIZE } from "~server/specification";
import { env } from "~server/env";
import { DEFAULT_LOCALE, LOCALES } from "~server/i18n/locale";
import { noticeOf } from "~server/markup/markup";
import { feedPath } from "~server/notices/notices";
import { RETRY_HEADERS } from "~server/session/headers";
import { noticeList } from "~server/upstream/notices";
import { shownSite } from "~server/content/site";
import { optionalRead } from "~server/loader/reads";
import { atomFeed, type FeedEntry } from "./atom.server";

const nextTurn = promisify(setImmediate);

/** Characters of HTML in a feed, before escaping. Older notices beyond it are left out. */
const FEED_MAX_LENGTH = 1024 * 1024;

/**
 * The newest notices as a feed of RFC 4287. Readers send no cookies, so the address names the language. A notice
 * without a time is omitted: a feed must date each entry.
 */
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
  const entries: FeedEntry[] = [];
  let length = 0;
  for (const { id, title, content, timeMs } of list.notices.slice(0, NOTICE_PAGE_SIZE)) {
    if (timeMs === undefined) continue;
    const address = at(`/NoticeDetail?id=${encodeURIComponent(id)}`);
    const html = noticeOf(content, t("Notice.cut"));
    length += html.length;
    if (length > FEED_MAX_LENGTH) break;
    entries.push({ address, title: title ?? site, timeMs, html });
    // Many long texts are sanitised here: other requests are served in between.
    await nextTurn();
  }
  const xml = atomFeed({
    lang: LANGUAGES[locale].html,
    title: `${t("Notice.title")} – ${site}`,
    author: site,
    entries,
    address: at(feedPath(locale)),
    page: at("/Notice"),
  });
  return new Response(xml, {
    headers: { "Content-Type": "application/atom+xml; charset=utf-8", "Cache-Control": "public, max-age=900" },
  });
}
