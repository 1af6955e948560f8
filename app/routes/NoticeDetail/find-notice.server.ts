import { HOME_NOTICE_PAGE_SIZE, KEYWORD_MAX_LENGTH, NOTICE_PAGE_SIZE } from "~server/constants";
import type { Locale } from "~server/locale";
import { noticeList, type Notice } from "~server/upstream/notices";
import { unlessUnavailable } from "~server/upstream/unavailable";

/** What the address asks for: a notice by its id, or by its content (behaviour 2.41). */
export interface Wanted {
  id: string;
  content: string;
  /** What the visitor had searched for when the notice was found. */
  keyword: string;
}

/** Reads the address of a notice; a missing field is an empty text. */
export function readWanted(url: string): Wanted {
  const query = new URL(url).searchParams;
  return {
    id: query.get("id") ?? "",
    content: query.get("content") ?? "",
    keyword: (query.get("q") ?? "").trim().slice(0, KEYWORD_MAX_LENGTH),
  };
}

/**
 * The published notice that the address asks for, looked up in the list of 100. A notice that is too new or too old for
 * that list is also looked for where the link to it was: in the visitor's search, else among those of Home.
 *
 * @returns null when no such notice is published, undefined when the platform does not say
 */
export async function findNotice(locale: Locale, wanted: Wanted): Promise<Notice | null | undefined> {
  const all = await unlessUnavailable(noticeList({ locale }, { page: 1, pageSize: NOTICE_PAGE_SIZE }));
  const found = all?.notices.find(isIt(wanted));
  if (found || !all || !wanted.id) return found ?? (all ? null : undefined);
  const { keyword } = wanted;
  const pageSize = keyword ? NOTICE_PAGE_SIZE : HOME_NOTICE_PAGE_SIZE;
  const linked = await unlessUnavailable(noticeList({ locale }, { page: 1, pageSize, keyword }));
  return linked && (linked.notices.find(isIt(wanted)) ?? null);
}

function isIt({ id, content }: Wanted): (notice: Notice) => boolean {
  if (id) return (notice) => notice.id === id;
  const readings = [content, decoded(content)].map((reading) => reading.trim()).filter(Boolean);
  return (notice) => readings.includes(notice.content);
}

/** Some links are encoded twice. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
