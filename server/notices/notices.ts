import { HOME_NOTICE_PAGE_SIZE, NOTICE_PAGE_SIZE } from "~server/specification";
import { KEYWORD_MAX_LENGTH, LIST_CALLS_MAX, lastPageOf, parsePage, pagesOf } from "~server/loader/pagination";
import { feedLanguage, type Locale } from "~server/i18n/locale";
import type { Message } from "~server/i18n/message";
import { noticeList, type Notice, type NoticePage } from "~server/upstream/notices";
import type { ReadOptions } from "~server/upstream/client";
import type { PageOf } from "~server/upstream/schemas";
import { attempt, optionalRead } from "~server/loader/reads";
import { searchWords } from "~server/search-words";
import { decoded } from "~server/session/redirects";

/** Notices for their pages: the URL of a list, and one notice by its URL. */

/** The notice that the URL names: by its id, or by its content. */
export interface Wanted {
  id: string;
  content: string;
  /** The visitor's search in which the notice was found. */
  keyword: string;
  /** The page that the notice was on. */
  page: number;
  /** The page of the whole list to go on looking from. */
  from: number;
}

/** Reads the URL of a notice; a missing field is an empty text. */
export function readWanted(url: string): Wanted {
  const query = new URL(url).searchParams;
  return {
    id: query.get("id") ?? "",
    content: query.get("content") ?? "",
    keyword: searchWords(query, KEYWORD_MAX_LENGTH),
    page: parsePage(query.get("page")),
    from: parsePage(query.get("from")),
  };
}

/** The feed of notices in a language. */
export const feedPath = (locale: Locale): string => `/Notice.atom?lang=${feedLanguage(locale)}`;

/** The URL of a page of the list, or of the results for a keyword. */
export function noticesPath(keyword: string, page: number): string {
  const query = new URLSearchParams({ ...(keyword && { q: keyword }), ...(page > 1 && { page: String(page) }) });
  const text = query.toString().replace(/\+/g, "%20");
  return text ? `/Notice?${text}` : "/Notice";
}

/** A page of the whole list, or of a search; what its page shows. */
export interface NoticesPage {
  list?: NoticePage | undefined;
  /** Why there is no list. */
  failure?: Message | undefined;
  /** The last page, where the URL names one beyond it and the upstream counts them. */
  lastPage?: number | undefined;
}

/**
 * Reads the page of notices that a URL names. It reads no page of the whole list beyond the upstream's count (behaviour
 * 2.22).
 */
export async function readNoticesPage(locale: Locale, keyword: string, page: number): Promise<NoticesPage> {
  const readPage = (number: number, options?: ReadOptions) =>
    noticeList({ locale }, { page: number, pageSize: NOTICE_PAGE_SIZE, keyword }, options);
  const begin = keyword || page === 1 ? undefined : await optionalRead(readPage(1));
  const counted = begin && lastPageOf(begin, NOTICE_PAGE_SIZE);
  if (counted !== undefined && page > counted) return { lastPage: counted };
  const { value: list, failure } = await attempt(readPage(page, { isGuess: page > 1 && counted === undefined }));
  if (!list) return { failure };
  const isBeyond = page > 1 && list.count > 0 && list.notices.length + list.omittedCount === 0;
  return isBeyond ? { lastPage: pagesOf(list.count, NOTICE_PAGE_SIZE) } : { list };
}

/** How the look for a notice ended. */
export type Found =
  | { state: "found"; notice: Notice }
  /** It is not published. */
  | { state: "unknown" }
  /** It may be on this page of the whole list, or after it; page 1: look again from the beginning. */
  | { state: "elsewhere"; page: number }
  /** The upstream did not respond. */
  | { state: "unavailable"; failure: Message };

/**
 * Looks for the published notice that a URL names, in at most eight calls (behaviour 2.22). It reads the list from the
 * page in the URL on. After the first page it looks where else the link may have been: in the visitor's search, else on
 * Home, which may be newer than the cached list. A link leads on to older notices. Only lists of the last 30 s can show
 * that a notice does not exist: it may have been published since.
 */
export async function findNotice(locale: Locale, wanted: Wanted): Promise<Found> {
  const { value, failure } = await attempt(lookTwice(locale, wanted));
  return value ?? { state: "unavailable", failure };
}

/** The result of a lookup to which the upstream has responded. */
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
  // The page number of a search is not that of the whole list.
  const first = keyword ? from : Math.max(wanted.page, from);
  let calls = 0;
  async function read(reading: Promise<NoticePage>) {
    calls += 1;
    const { notices, more } = await reading;
    return { notice: notices.find(isIt(wanted)), more };
  }
  /** Where else than in the list a link to the notice may have been. */
  const linked = () => {
    if (keyword) return read(search());
    return first === 1 && id ? read(list({ page: 1, pageSize: HOME_NOTICE_PAGE_SIZE })) : { notice: undefined };
  };
  for (let page = first; ; page += 1) {
    // Later pages are read only as far as the upstream counts them.
    const isGuess = page === first && first > 1;
    const whole = await read(list({ page, pageSize: NOTICE_PAGE_SIZE }, { isGuess }));
    const notice = whole.notice ?? (page > first ? undefined : (await linked()).notice);
    if (notice) return { state: "found", notice };
    // It may have moved to an earlier page, when another notice was withdrawn.
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
