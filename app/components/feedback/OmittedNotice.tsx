import { useText } from "~/i18n/text";

export function OmittedNotice({ count }: { count: number }) {
  const t = useText();
  if (!count) return null;
  return (
    <p className="note" role="status">
      {t("common.omitted", { count: String(count) })}
    </p>
  );
}
