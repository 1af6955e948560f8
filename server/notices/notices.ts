import { linkedValue } from "@storefront/http-server/link-end";
import { HOME_NOTICE_PAGE_SIZE, NOTICE_PAGE_SIZE } from "~server/specification";
import { KEYWORD_MAX_LENGTH, LIST_CALLS_MAX, lastPageOf, parsePage, pagesOf } from "~server/loader/pagination";
import { feedLanguage, type Locale } from "~server/i18n/locale";
import type { Message } from "~server/i18n/message";
import { noticeList, type Notice, type NoticePage } from "~server/upstream/notices";
import type { ReadOptions } from "~server/upstream/client";
import type { PageOf } from "~server/upstream/schemas";
import { readResult, optionalRead } from "~server/loader/reads";
import { searchWords } from "~server/search-words";
import { decoded } from "~server/session/redirects";

export interface Wanted {
  id: string;
  content: string;
  keyword: string;
  page: number;
  /** Page of the whole list to continue from. */
  from: number;
}

export function readWanted(url: string): Wanted {
  const query = new URL(url).searchParams;
  return {
    id: linkedValue(query.get("id") ?? ""),
    content: query.get("content") ?? "",
    keyword: searchWords(query, KEYWORD_MAX_LENGTH),
    page: parsePage(query.get("page")),
    from: parsePage(query.get("fromPage")),
  };
}

export const feedPath = (locale: Locale): string => `/Notice.atom?lang=${feedLanguage(locale)}`;

export function noticesPath(keyword: string, page: number): string {
  const query = new URLSearchParams({ ...(keyword && { q: keyword }), ...(page > 1 && { page: String(page) }) });
  const text = query.toString().replace(/\+/g, "%20");
  return text ? `/Notice?${text}` : "/Notice";
}

export interface NoticesPage {
  list?: NoticePage | undefined;
  failure?: Message | undefined;
  /** The last page, if the URL names a later one. */
  lastPage?: number | undefined;
}

/** Reads the page of notices that a URL names, unless it is beyond the upstream's count. */
export async function readNoticesPage(locale: Locale, keyword: string, page: number): Promise<NoticesPage> {
  const readPage = (number: number, options?: ReadOptions) =>
    noticeList({ locale }, { page: number, pageSize: NOTICE_PAGE_SIZE, keyword }, options);
  const begin = keyword || page === 1 ? undefined : await optionalRead(readPage(1));
  const counted = begin && lastPageOf(begin, NOTICE_PAGE_SIZE);
  if (counted !== undefined && page > counted) return { lastPage: counted };
  const { value: list, failure } = await readResult(readPage(page, { isGuess: page > 1 && counted === undefined }));
  if (!list) return { failure };
  const isBeyond = page > 1 && list.count > 0 && list.notices.length + list.omittedCount === 0;
  return isBeyond ? { lastPage: pagesOf(list.count, NOTICE_PAGE_SIZE) } : { list };
}

export type Found =
  | { state: "found"; notice: Notice }
  | { state: "unknown" }
  /** The notice may be on this page of the list or later; page 1 means that the search starts again. */
  | { state: "elsewhere"; page: number }
  | { state: "unavailable"; failure: Message };

/**
 * Looks for the notice that a URL names, in at most eight calls: from the URL's page on, then in the visitor's search
 * or on Home. Only a list read in the last 30 s proves that it does not exist.
 */
export async function findNotice(locale: Locale, wanted: Wanted): Promise<Found> {
  const { value, failure } = await readResult(lookTwice(locale, wanted));
  return value ?? { state: "unavailable", failure };
}

type Looked = Exclude<Found, { state: "unavailable" }>;

async function lookTwice(locale: Locale, wanted: Wanted): Promise<Looked> {
  const { keyword, page } = wanted;
  let searched: Promise<NoticePage> | undefined;
  const search = () => (searched ??= noticeList({ locale }, { page, pageSize: NOTICE_PAGE_SIZE, keyword }));
  const older: NoticePage[] = [];
  const list = async (requested: PageOf, options?: ReadOptions) => {
    const sent = await noticeList({ locale }, requested, options);
    if (sent.isOlder) older.push(sent);
    return sent;
  };
  const found = await look(wanted, list, search);
  if (found.state === "found" || older.length === 0) return found;
  return look(wanted, (requested, options) => list(requested, { ...options, maxAge: "fresh" }), search);
}

async function look(
  wanted: Wanted,
  list: (page: PageOf, options?: ReadOptions) => Promise<NoticePage>,
  search: () => Promise<NoticePage>,
): Promise<Looked> {
  const { id, keyword, from } = wanted;
  // A search's page number does not apply to the whole list.
  const first = keyword ? from : Math.max(wanted.page, from);
  let calls = 0;
  async function read(reading: Promise<NoticePage>) {
    calls += 1;
    const { notices, more } = await reading;
    return { notice: notices.find(isIt(wanted)), more };
  }
  /** Reads the other list that may have linked to the notice: the search, or Home. */
  const linked = () => {
    if (keyword) return read(search());
    return first === 1 && id ? read(list({ page: 1, pageSize: HOME_NOTICE_PAGE_SIZE })) : { notice: undefined };
  };
  for (let page = first; ; page += 1) {
    // Later pages are within the upstream's count.
    const isGuess = page === first && first > 1;
    const whole = await read(list({ page, pageSize: NOTICE_PAGE_SIZE }, { isGuess }));
    const notice = whole.notice ?? (page > first ? undefined : (await linked()).notice);
    if (notice) return { state: "found", notice };
    // The notice may have moved to an earlier page, because another one was withdrawn.
    if (!whole.more) return first > from ? { state: "elsewhere", page: 1 } : { state: "unknown" };
    if (calls >= LIST_CALLS_MAX) return { state: "elsewhere", page: page + 1 };
  }
}

function isIt({ id, content }: Wanted): (notice: Notice) => boolean {
  if (id) return (notice) => notice.id === id;
  // Some links are encoded twice.
  const readings = [content, decoded(content) ?? ""].map((reading) => reading.trim()).filter(Boolean);
  return (notice) => readings.includes(notice.content);
}
