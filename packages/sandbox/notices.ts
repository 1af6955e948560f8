import { readSetting } from "./database";
import { countOf, textOf, type Call, EXCHANGE, type Calls } from "./call";

/** How many times the notices are there. */
export const NOTICE_COPIES_SETTING = "noticeCopies";
/** How much older each copy of them is: more than the oldest is old. */
const COPY_DAYS = 100;

const DAY_MS = 24 * 60 * 60_000;

/** The words of an HTML text, for the search. */
const wordsOf = (html: string) => html.replace(/<[^>]*>/g, " ").toLowerCase();

/**
 * notice/notice_info_list: newest first; `keyword` is looked for in title and text. Pictures are given their full
 * address.
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
