import { NOTICES } from "./data/notices";
import { readSetting } from "./database";
import { countOf, textOf, type Call } from "./platform";

const DAY_MS = 24 * 60 * 60_000;

/** The words of an HTML text, for the search. */
const wordsOf = (html: string) => html.replace(/<[^>]*>/g, " ").toLowerCase();

/**
 * notice/notice_info_list: newest first; `keyword` is looked for in title and text. Pictures are given their full
 * address.
 */
export function noticeList({ platform, body, locale }: Call) {
  const seededMs = Number(readSetting(platform.database, "seededMs") ?? platform.clock.nowMs());
  const keyword = textOf(body, "keyword").toLowerCase();
  const found = NOTICES.map((notice, index) => ({
    id: NOTICES.length - index,
    title: notice.title[locale],
    content: notice.content[locale].replaceAll('src="/images/', `src="${platform.origin}/images/`),
    timeLong: seededMs - Math.round(notice.daysAgo * DAY_MS),
  })).filter(({ title, content }) => title.toLowerCase().includes(keyword) || wordsOf(content).includes(keyword));
  const size = countOf(body, "pageSize", 10, 100);
  const start = (countOf(body, "page", 1, 1_000_000) - 1) * size;
  return { count: found.length, noticeInfoList: found.slice(start, start + size) };
}
