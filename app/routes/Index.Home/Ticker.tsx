import { Icon } from "~/components/layout/Icon";
import { useText } from "~/i18n/text";
import { BELL } from "~/components/layout/page-icons";

export function Ticker({ notices }: { notices: { id: string; title: string }[] }) {
  const t = useText();
  if (!notices.length) return null;
  return (
    <section className="ticker" aria-label={t("Notice.title")}>
      <a className="bar-button target" href="/Notice">
        <Icon name={BELL} label={t("Index.notices")} />
      </a>
      {notices.length > 1 ? <Pause label={t("Home.pauseNotices")} /> : null}
      <ul className={`ticker-window grow fours-${notices.length >> 2} ones-${notices.length & 3}`}>
        {notices.map((notice, index) => (
          <li key={notice.id} className={`fours-${(index + 1) >> 2} ones-${(index + 1) & 3}`}>
            <a className="grow" href={`/NoticeDetail?id=${encodeURIComponent(notice.id)}`}>
              {notice.title}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Pauses the element after it while open. Its text is an attribute: browsers that ignore style, where nothing moves,
 * do not show it.
 */
export function Pause({ label }: { label: string }) {
  return (
    <details className="pause">
      <summary className="soft small" aria-label={label} />
    </details>
  );
}
