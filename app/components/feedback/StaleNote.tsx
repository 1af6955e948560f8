import { useText } from "~/i18n/text";

/** @param asOf the time of the last good response, formatted */
export function StaleNote({ asOf }: { asOf?: string | undefined }) {
  const t = useText();
  if (asOf === undefined) return null;
  return (
    <p className="note" role="status">
      {t("common.asOf", { time: asOf })}
    </p>
  );
}
