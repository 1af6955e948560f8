import { createHash } from "node:crypto";
import type { z } from "zod";
import { anonymousCall, type PublicCaller } from "./anonymous-call";
import { publicCall, type ReadOptions } from "./public-cache";
import { block, id, line, timeMs } from "./readers";
import { counted, fields, isKeptPage, isAbsent, lenient, type PageOf } from "./shapes";
import { EXCHANGE } from "./transport";

const CONTENT_MAX_LENGTH = 200_000;

const notice = fields(
  {
    id: lenient(id),
    title: lenient(line(300)),
    content: lenient(block(CONTENT_MAX_LENGTH)),
    timeMs: lenient(timeMs),
  },
  { timeMs: "timeLong" },
)
  .refine((sent) => Object.values(sent).some((part) => !isAbsent(part)), "nothing readable")
  .transform(({ content = "", ...sent }) => ({
    ...sent,
    content,
    id: sent.id ?? digest([sent.title, content, sent.timeMs]),
  }));

/** A name for a notice that was sent without one: the same notice always has the same. */
function digest(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** A notice. `content` is HTML, or plain text, as the platform sent it: sanitise it before it is shown. */
export type Notice = z.output<typeof notice>;

/** One page of notices, how many there are in all, and how many of the page cannot be read. */
export interface NoticePage {
  notices: Notice[];
  count: number;
  more: boolean;
  leftOut: number;
  /** A notice may have been published since. */
  isOlder?: boolean | undefined;
}

/**
 * notice/notice_info_list (behaviour 7.39): one page of notices. Cached, but for searches and empty pages: what
 * visitors may type, and the number of a page, are without end.
 *
 * @param input `page` from 1; `keyword` to search for
 * @throws Refused; Unavailable
 */
export async function noticeList(
  caller: PublicCaller,
  { page, pageSize, keyword = "" }: PageOf & { keyword?: string | undefined },
  options?: ReadOptions,
): Promise<NoticePage> {
  const path = `${EXCHANGE}/notice/notice_info_list`;
  const schema = counted("noticeInfoList", notice, { page, pageSize });
  const wanted = { path, body: { page, pageSize, keyword }, schema };
  const { value, isOlder } = keyword
    ? { value: await anonymousCall(caller, wanted) }
    : await publicCall(caller, { ...wanted, isKept: isKeptPage(page) }, options);
  const { items: notices, ...facts } = value;
  return { notices, ...facts, isOlder };
}
