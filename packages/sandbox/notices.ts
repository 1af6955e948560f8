import { readSetting } from "./database";
import { countOf, textOf, type Call, EXCHANGE, type Calls } from "./call";

/** The setting with the number of copies of the notices. */
export const NOTICE_COPIES_SETTING = "noticeCopies";
/** Each copy is this much older than the previous one, which is more than the age of the oldest notice. */
const COPY_DAYS = 100;

const DAY_MS = 24 * 60 * 60_000;

/** Returns the text of an HTML content, for the search. */
const wordsOf = (html: string) => html.replace(/<[^>]*>/g, " ").toLowerCase();

/**
 * notice/notice_info_list: returns notices, newest first. `keyword` is searched in title and text. Pictures get full
 * addresses.
 */
export function noticeList({ state, body, locale }: Call) {
  const { notices } = state.offer;
  const seededMs = Number(readSetting(state.database, "seededMs") ?? state.clock.nowMs());
  const keyword = textOf(body, "keyword").toLowerCase();
  const copies = Number(readSetting(state.database, NOTICE_COPIES_SETTING) ?? 1);
  const all = Array.from({ length: copies }, () => notices).flat();
  const found = all
    .map((notice, index) => ({
      id: all.length - index,
      title: notice.title[locale],
      content: notice.content[locale].replaceAll('src="/images/', `src="${state.origin}/images/`),
      timeLong: seededMs - Math.round((notice.daysAgo + COPY_DAYS * Math.floor(index / notices.length)) * DAY_MS),
    }))
    .filter(({ title, content }) => title.toLowerCase().includes(keyword) || wordsOf(content).includes(keyword));
  const size = countOf(body, "pageSize", 10, 100);
  const start = (countOf(body, "page", 1, 1_000_000) - 1) * size;
  return { count: found.length, noticeInfoList: found.slice(start, start + size) };
}

export const NOTICE_CALLS: Calls = {
  [`${EXCHANGE}/notice/notice_info_list`]: noticeList,
};
