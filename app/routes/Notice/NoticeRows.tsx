import { EmptyState } from "~/components/EmptyState";
import { Entry } from "~/components/Entry";
import { formatTime } from "~/i18n/formats";
import { useLanguage, useText } from "~/i18n/text";

interface Row {
  id: string;
  title: string;
  timeMs?: number;
  unread: boolean;
}

/** The notices as rows that lead to their texts, or why there are none. */
export function NoticeRows({ notices, count, keyword }: { notices: Row[]; count: number; keyword: string }) {
  const t = useText();
  const toAll = keyword ? (
    <a className="link-button" href="/Notice">
      {t("Notice.all")}
    </a>
  ) : null;
  if (!notices.length) {
    return keyword ? (
      <EmptyState illustration="empty" title={t("Notice.none")} text={t("Notice.noneText")}>
        {toAll}
      </EmptyState>
    ) : (
      <EmptyState illustration="empty" title={t("Notice.empty")} text={t("Notice.emptyText")} />
    );
  }
  return (
    <>
      <div className="section-head">
        <p className="soft small">
          {count > notices.length
            ? t("Notice.partial", { shown: notices.length, count })
            : t("Notice.count", { count })}
        </p>
        {toAll}
      </div>
      <div className="card entries">
        <ul>
          {notices.map((notice) => (
            <li key={notice.id}>
              <NoticeRow {...notice} keyword={keyword} />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

function NoticeRow({ id, title, timeMs, unread, keyword }: Row & { keyword: string }) {
  const t = useText();
  const { locale } = useLanguage();
  // A notice found by searching is looked up by the same search: it may be too old for the list.
  const query = new URLSearchParams(keyword ? { id, q: keyword } : { id });
  return (
    <Entry href={`/NoticeDetail?${query.toString()}`}>
      {unread ? <strong>{title}</strong> : title}{" "}
      <span className="entry-note figure">
        {unread ? <span className="tag tag-unread">{t("Notice.unread")}</span> : null}{" "}
        {timeMs === undefined ? (
          t("common.missing")
        ) : (
          <time dateTime={new Date(timeMs).toISOString()}>{formatTime(timeMs, locale)}</time>
        )}
      </span>
    </Entry>
  );
}
