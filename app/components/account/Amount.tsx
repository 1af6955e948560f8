import { useText } from "~/i18n/text";

/** The same length for every amount, so that it reveals nothing. */
const DOTS = "••••";

/** An amount; "—" where the upstream sent none; dots where amounts are hidden, which are read as "hidden". */
export function Amount({ value, isHidden }: { value: string | undefined; isHidden: boolean }) {
  const t = useText();
  if (!isHidden) return value ?? t("common.missing");
  return (
    <>
      <span aria-hidden="true">{DOTS}</span> <span className="words">{t("Assets.hidden")}</span>
    </>
  );
}
