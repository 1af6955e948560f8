import { digest } from "~server/crypto/digest";
import { readCookie, setCookie } from "~server/session/cookies";

const NOTICES_READ_AGE_MS = 365 * 24 * 60 * 60_000;

export const READ_NOTICES_COOKIE = "read";
/** Length of a mark, enough to distinguish the notices of one list. */
const MARK_LENGTH = 8;
/** Enough for a list of 100 notices and some older ones, within 1 kB. */
const MARKS_MAX = 120;

const MARKS = new RegExp(`^(?:[\\w-]{${MARK_LENGTH}}){1,${MARKS_MAX}}$`);

const markOf = (noticeId: string) => digest("notice", noticeId, MARK_LENGTH);

function marksOf(cookies: string | null | undefined): string[] {
  const marks = readCookie(cookies, READ_NOTICES_COOKIE, (value) => (MARKS.test(value) ? value : undefined));
  return marks?.match(new RegExp(`.{${MARK_LENGTH}}`, "g")) ?? [];
}

export function readNotices(request: Request): (noticeId: string) => boolean {
  const marks = new Set(marksOf(request.headers.get("cookie")));
  return (noticeId) => marks.has(markOf(noticeId));
}

/** Marks a notice as read. Beyond 120 notices, the oldest marks are dropped. */
export function noticeReadCookie(cookies: string | null | undefined, noticeId: string): string {
  const mark = markOf(noticeId);
  const marks = [...marksOf(cookies).filter((other) => other !== mark), mark].slice(-MARKS_MAX);
  return setCookie(READ_NOTICES_COOKIE, marks.join(""), NOTICES_READ_AGE_MS);
}
