import { NOTICES_READ_AGE_MS } from "~server/constants";
import { digest } from "~server/crypto/digest";
import { cookieValues, setCookie } from "~server/session/cookies";

const COOKIE = "read";
/** A mark tells the notices of one list apart; it need not be secret. */
const MARK_LENGTH = 8;
/** All of a list of 100 and some older ones, within 1 kB. */
const MARKS_MAX = 120;

const MARKS = new RegExp(`^(?:[\\w-]{${MARK_LENGTH}}){1,${MARKS_MAX}}$`);

const markOf = (noticeId: string) => digest("notice", noticeId, MARK_LENGTH);

function marksOf(request: Request): string[] {
  const [marks = ""] = cookieValues(request, COOKIE);
  return MARKS.test(marks) ? (marks.match(new RegExp(`.{${MARK_LENGTH}}`, "g")) ?? []) : [];
}

/**
 * Which notices this browser has opened: nobody has an account for that, the cookie `read` alone remembers it.
 *
 * @returns tells of a notice's id whether it was opened
 */
export function readNotices(request: Request): (noticeId: string) => boolean {
  const marks = new Set(marksOf(request));
  return (noticeId) => marks.has(markOf(noticeId));
}

/** The Set-Cookie value that marks a notice as read, for a year. Past 120 the ones opened longest ago are forgotten. */
export function noticeReadCookie(request: Request, noticeId: string): string {
  const mark = markOf(noticeId);
  const marks = [...marksOf(request).filter((other) => other !== mark), mark].slice(-MARKS_MAX);
  return setCookie(COOKIE, marks.join(""), NOTICES_READ_AGE_MS);
}
