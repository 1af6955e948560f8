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
