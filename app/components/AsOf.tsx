import { formatTime } from "~/i18n/formats";
import { useLanguage, useText } from "~/i18n/text";

/** From when the snapshot of the catalogue is that a page answers from (behaviour 2.91). */
export function AsOf({ asOfMs }: { asOfMs: number }) {
  const t = useText();
  const { locale } = useLanguage();
  return <>{t("MarketSearch.asOf", { time: formatTime(asOfMs, locale) })}</>;
}
