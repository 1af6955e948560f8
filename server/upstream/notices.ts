import { createHash } from "node:crypto";
import type { z } from "zod";
import { anonymousCall, publicCall, type PublicCaller } from "./public-cache";
import { block, id, line, timeMs } from "./readers";
import { counted, fields, lenient, optional, required } from "./shapes";
import { EXCHANGE } from "./transport";

const CONTENT_MAX_LENGTH = 200_000;

const notice = fields(
  {
    id: lenient(id),
    title: required(line(300)),
    content: optional(block(CONTENT_MAX_LENGTH)),
    timeMs: lenient(timeMs),
  },
  { timeMs: "timeLong" },
).transform(({ content = "", ...sent }) => ({
  ...sent,
  content,
  id: sent.id ?? digest([sent.title, content, sent.timeMs]),
}));

/** A name for a notice that was sent without one: the same notice always has the same. */
function digest(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** A notice. `content` is HTML as the platform sent it: sanitise it before it is shown. */
export type Notice = z.output<typeof notice>;

const noticePage = counted("noticeInfoList", notice);

/**
 * notice/notice_info_list (behaviour 7.39): one page of notices. Cached, but for searches: what visitors may type is
 * without end.
 *
 * @param input `page` from 1; `keyword` to search for
 * @throws Refused; Unavailable, also when one notice is unreadable
 */
export async function noticeList(
  caller: PublicCaller,
  { page, pageSize, keyword = "" }: { page: number; pageSize: number; keyword?: string | undefined },
): Promise<{ notices: Notice[]; count: number }> {
  const path = `${EXCHANGE}/notice/notice_info_list`;
  const wanted = { path, body: { page, pageSize, keyword }, schema: noticePage };
  const { items, count } = keyword ? await anonymousCall(caller, wanted) : (await publicCall(caller, wanted)).value;
  return { notices: items, count };
}
