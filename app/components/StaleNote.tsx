import { formatTime } from "~/i18n/formats";
import { useLanguage, useText } from "~/i18n/text";

/** "as of …": the last good response is shown because the upstream does not send a new one (behaviour 13.2). */
export function StaleNote({ asOfMs }: { asOfMs?: number | undefined }) {
  const t = useText();
  const { locale } = useLanguage();
  if (asOfMs === undefined) return null;
  return (
    <p className="note" role="status">
      {t("common.asOf", { time: formatTime(asOfMs, locale) })}
    </p>
  );
}

/** The age of the catalogue snapshot that the page shows. */
export function AsOf({ asOfMs }: { asOfMs: number }) {
  const t = useText();
  const { locale } = useLanguage();
  return <>{t("MarketSearch.asOf", { time: formatTime(asOfMs, locale) })}</>;
}
