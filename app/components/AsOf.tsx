import { formatTime } from "~/i18n/formats";
import { useLanguage, useText } from "~/i18n/text";

/** The age of the catalogue snapshot that the page shows. */
export function AsOf({ asOfMs }: { asOfMs: number }) {
  const t = useText();
  const { locale } = useLanguage();
  return <>{t("MarketSearch.asOf", { time: formatTime(asOfMs, locale) })}</>;
}
