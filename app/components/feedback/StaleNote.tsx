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
