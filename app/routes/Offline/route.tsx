import { EmptyState } from "~/components/feedback/EmptyState";
import { Screen } from "~/components/layout/Screen";
import { useText } from "~/i18n/text";

/** The page that the service worker shows without a network. The worker replaces `#kept` with the list of its pages. */
export default function Offline() {
  const t = useText();
  return (
    <Screen title={t("Offline.title")} back="/Index/Home">
      <EmptyState illustration="offline" title={t("Offline.heading")} text={t("Offline.text")}>
        <p>
          <a className="button" href="?">
            {t("common.retry")}
          </a>
        </p>
      </EmptyState>
      <section className="section" aria-labelledby="offline-pages">
        <h2 id="offline-pages">{t("Offline.pages")}</h2>
        <p id="kept" className="soft">
          {t("Offline.none")}
        </p>
      </section>
      <p className="soft small">{t("Offline.private")}</p>
    </Screen>
  );
}
