import { useText } from "~/i18n/text";

/**
 * "as of …": the page shows the last good response because the upstream does not send a new one.
 *
 * @param asOf its time, formatted
 */
export function StaleNote({ asOf }: { asOf?: string | undefined }) {
  const t = useText();
  if (asOf === undefined) return null;
  return (
    <p className="note" role="status">
      {t("common.asOf", { time: asOf })}
    </p>
  );
}

/** The age of the catalogue snapshot that the page shows. */
export function AsOf({ asOf }: { asOf: string }) {
  const t = useText();
  return <span>{t("MarketSearch.asOf", { time: asOf })}</span>;
}
