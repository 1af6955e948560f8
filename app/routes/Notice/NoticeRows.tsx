import { EmptyState } from "~/components/feedback/EmptyState";
import { TextLink } from "~/components/layout/ButtonLink";
import { NO_NOTICES } from "~/components/layout/page-drawings";
import { OmittedNotice } from "~/components/feedback/OmittedNotice";
import { Pagination } from "~/components/layout/Pagination";
import { formatTime } from "~/i18n/formats";
import { useLanguage, useText } from "~/i18n/text";
import "~/styles/rows.css";
import "./notices.css";

interface Row {
  id: string;
  title?: string;
  timeMs?: number;
  unread: boolean;
}

interface List {
  notices: Row[];
  count: number;
  omittedCount: number;
  page: number;
  pages: number;
  more: boolean;
  before: number;
}

export function NoticeRows({ keyword, ...list }: List & { keyword: string }) {
  const { notices, count, omittedCount, page, pages, more, before } = list;
  const t = useText();
  const toAll = keyword ? <TextLink href="/Notice">{t("Notice.all")}</TextLink> : null;
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
      <div className="section-head row between wrap">
        <p className="soft small">
          {count > notices.length && notices.length
            ? t("Notice.partial", { first: before + 1, last: before + notices.length, count })
            : t("Notice.count", { count })}
        </p>
        {toAll}
      </div>
      <OmittedNotice count={omittedCount} />
      <table className="card rows">
        <thead>
          <tr>
            <th scope="col">{t("Notice.heading")}</th>
            <th scope="col">{t("Notice.published")}</th>
          </tr>
        </thead>
        <tbody>
          {notices.map((notice, index) => (
            <NoticeRow key={index} {...notice} keyword={keyword} page={page} />
          ))}
        </tbody>
      </table>
      {more || page > 1 ? (
        <Pagination path="/Notice" query={keyword ? { q: keyword } : {}} page={page} pages={pages} more={more} />
      ) : null}
    </>
  );
}

function NoticeRow({ id, title: sent, timeMs, unread, keyword, page }: Row & { keyword: string; page: number }) {
  const t = useText();
  const { locale } = useLanguage();
  const title = sent ?? t("common.missing");
  // The page number says where to look for the notice first, and where Back leads.
  const query = new URLSearchParams({ id, ...(keyword && { q: keyword }), ...(page > 1 && { page: String(page) }) });
  return (
    <tr>
      <th scope="row">
        <a href={`/NoticeDetail?${query.toString()}`}>
          <span className={unread ? "notice-title notice-unread" : "notice-title"}>
            {unread ? <span className="words">{t("Notice.unread")} </span> : null}
            {title}
          </span>
        </a>
      </th>
      <td className="row-line">
        {timeMs === undefined ? (
          t("common.missing")
        ) : (
          <time dateTime={new Date(timeMs).toISOString()}>{formatTime(timeMs, locale)}</time>
        )}
      </td>
    </tr>
  );
}
