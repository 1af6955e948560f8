import { EmptyState } from "~/components/feedback/EmptyState";
import { NO_NOTICES } from "~/components/layout/page-drawings";
import { OmittedNotice } from "~/components/feedback/OmittedNotice";
import { Pagination } from "~/components/layout/Pagination";
import { MenuItem } from "~/components/layout/MenuItem";
import { formatDay, formatMinute } from "~/i18n/formats";
import type { Locale } from "~/i18n/locales";
import { useLanguage, useText } from "~/i18n/text";
import "./notices.css";

interface Row {
  id: string;
  title?: string;
  timeMs?: number;
  unread: boolean;
}

/** One page of notices. */
interface List {
  notices: Row[];
  count: number;
  /** Notices of the page that cannot be read. */
  omittedCount: number;
  page: number;
  pages: number;
  more: boolean;
  /** How many are on the pages before this one. */
  before: number;
}

/** The notices as rows that lead to their texts, or why there are none. */
export function NoticeRows({ keyword, ...list }: List & { keyword: string }) {
  const { notices, count, omittedCount, page, pages, more, before } = list;
  const t = useText();
  const { locale } = useLanguage();
  const toAll = keyword ? (
    <a className="link-button" href="/Notice">
      {t("Notice.all")}
    </a>
  ) : null;
  if (!count && page === 1) {
    return keyword ? (
      <EmptyState illustration={NO_NOTICES} title={t("Notice.none")} text={t("Notice.noneText")}>
        {toAll}
      </EmptyState>
    ) : (
      <EmptyState illustration={NO_NOTICES} title={t("Notice.empty")} text={t("Notice.emptyText")} />
    );
  }
  return (
    <>
      <div className="section-head">
        <p className="soft small">
          {count > notices.length && notices.length
            ? t("Notice.partial", { first: before + 1, last: before + notices.length, count })
            : t("Notice.count", { count })}
        </p>
        {toAll}
      </div>
      <OmittedNotice count={omittedCount} />
      {byDay(notices, locale).map(({ day, rows }, at) => (
        <section key={at} aria-labelledby={`day-${at}`}>
          <h2 className="notice-day" id={`day-${at}`}>
            {day ?? t("Notice.noDay")}
          </h2>
          <div className="card entries">
            <ul>
              {rows.map((notice, index) => (
                <li key={index}>
                  <NoticeRow {...notice} keyword={keyword} page={page} />
                </li>
              ))}
            </ul>
          </div>
        </section>
      ))}
      {more || page > 1 ? (
        <Pagination path="/Notice" query={keyword ? { q: keyword } : {}} page={page} pages={pages} more={more} />
      ) : null}
    </>
  );
}

/** Notices that follow each other and are of one day, in the order in which they were sent. */
function byDay(notices: readonly Row[], locale: Locale): { day: string | undefined; rows: Row[] }[] {
  const days: { day: string | undefined; rows: Row[] }[] = [];
  for (const notice of notices) {
    const day = notice.timeMs === undefined ? undefined : formatDay(notice.timeMs, locale);
    const last = days.at(-1);
    if (last && last.day === day) last.rows.push(notice);
    else days.push({ day, rows: [notice] });
  }
  return days;
}

function NoticeRow({ id, title: sent, timeMs, unread, keyword, page }: Row & { keyword: string; page: number }) {
  const t = useText();
  const title = sent ?? t("common.missing");
  // Where it was found it is looked for first, and there the way back leads.
  const query = new URLSearchParams({ id, ...(keyword && { q: keyword }), ...(page > 1 && { page: String(page) }) });
  return (
    <MenuItem href={`/NoticeDetail?${query.toString()}`}>
      <span className={unread ? "notice-title notice-unread" : "notice-title"}>
        {unread ? <span className="words">{t("Notice.unread")} </span> : null}
        {title}
      </span>{" "}
      <span className="entry-note figure">
        {timeMs === undefined ? (
          t("common.missing")
        ) : (
          <time dateTime={new Date(timeMs).toISOString()}>{formatMinute(timeMs)}</time>
        )}
      </span>
    </MenuItem>
  );
}
