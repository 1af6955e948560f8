import { useText } from "~/i18n/text";

/** The dots always have the same length, so that they reveal nothing. */
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
