import { useText } from "~/i18n/text";
import type { Copied } from "./copying";

/** The button of a field, which copies what the field holds (behaviour 10.20). */
export function CopyButton({ label, onClick }: { label: string; onClick: () => void }) {
  const t = useText();
  return (
    <button
      type="button"
      className="button button-quiet button-small"
      aria-label={t("common.copyLabel", { label })}
      onClick={onClick}
    >
      {t("common.copy")}
    </button>
  );
}

/** Says what became of a copy. */
export function CopyAnswer({ answer }: { answer: Copied | undefined }) {
  const t = useText();
  return (
    <p className="field-hint" role="status">
      {answer ? t(`common.${answer}`) : null}
    </p>
  );
}
