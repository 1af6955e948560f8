import { useText } from "~/i18n/text";

/** Always the same length, so that it reveals nothing. */
const DOTS = "••••";

export function Amount({ value, isHidden }: { value: string | undefined; isHidden: boolean }) {
  const t = useText();
  if (!isHidden) return value ?? t("common.missing");
  return (
    <>
      <span aria-hidden="true">{DOTS}</span> <span className="words">{t("Assets.hidden")}</span>
    </>
  );
}
