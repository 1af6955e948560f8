import { createHash } from "node:crypto";
import type { z } from "zod";
import { anonymousCall, cachedRead, EXCHANGE, type PublicContext, type ReadOptions } from "./client";
import { perLocale } from "~/i18n/locales";
import type { Locale } from "~server/i18n/locale";
import { block, id, TEXT_READ_LENGTH, timeMs } from "./parsers";
import {
  paginated,
  fields,
  inLocale,
  isCacheablePage,
  isAbsent,
  oneLine,
  optionalOnError,
  type Page,
  type PageOf,
} from "./schemas";

const notice = perLocale((locale) =>
  fields({
    id: optionalOnError(id),
    title: optionalOnError(oneLine(300, locale)),
    content: optionalOnError((value) => block(TEXT_READ_LENGTH)(inLocale(value, locale))),
    timeMs: optionalOnError(timeMs, "timeLong"),
  })
    .refine((sent) => Object.values(sent).some((part) => !isAbsent(part)), "nothing readable")
    .transform(({ content = "", ...sent }) => ({
      ...sent,
      content,
      id: sent.id ?? digest(textOf({ ...sent, content })),
    })),
);

const textOf = ({ title, content, timeMs: time }: { title?: unknown; content: string; timeMs?: unknown }): string =>
  JSON.stringify([title, content, time]);

/** Makes an id for a notice that has none of its own. */
const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Replaces ids that several notices share, because they identify none of them. */
function withUniqueIds(page: Page<Notice>): Page<Notice> {
  const texts = new Map<string, string>();
  const shared = new Set<string>();
  for (const one of page.items) {
    const text = textOf(one);
    if ((texts.get(one.id) ?? text) !== text) shared.add(one.id);
    texts.set(one.id, text);
  }
  if (shared.size === 0) return page;
  return { ...page, items: page.items.map((one) => (shared.has(one.id) ? { ...one, id: digest(textOf(one)) } : one)) };
}

/** A notice. Its `content` is HTML or plain text as the upstream sent it, which must be sanitised before display. */
export type Notice = z.output<(typeof notice)[Locale]>;

export interface NoticePage extends Omit<Page<Notice>, "items"> {
  notices: Notice[];
  isOlder?: boolean | undefined;
}

/** Reads a page of notices. Cached, except searches and empty pages, which are unlimited in number. */
export async function noticeList(
  upstreamContext: PublicContext,
  { page, pageSize, keyword = "" }: PageOf & { keyword?: string | undefined },
  options?: ReadOptions,
): Promise<NoticePage> {
  const path = `${EXCHANGE}/notice/notice_info_list`;
  const schema = paginated("noticeInfoList", notice[upstreamContext.locale], { page, pageSize }).transform(
    withUniqueIds,
  );
  const wanted = { path, body: { page, pageSize, keyword }, schema };
  const { value, isOlder } = keyword
    ? { value: await anonymousCall({ ...upstreamContext, isGuess: true }, wanted) }
    : await cachedRead(upstreamContext, { ...wanted, isCacheable: isCacheablePage(page) }, options);
  const { items: notices, ...facts } = value;
  return { notices, ...facts, isOlder };
}
