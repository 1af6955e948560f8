import { useText } from "~/i18n/text";

/** How many items of a list are not shown, since they have no name to show (behaviour 3.23). */
export function OmittedNotice({ count }: { count: number }) {
  const t = useText();
  if (!count) return null;
  return (
    <p className="note" role="status">
      {t("common.omitted", { count: String(count) })}
    </p>
  );
}
