import { useText } from "~/i18n/text";
import type { Copied } from "./copying";
import { useOccurrence } from "./occurrence";

/** The copy button of a field. */
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

/** Reports whether the copy was made. Success is also shown as a toast, which screen readers announce. */
export function CopyResult({ result }: { result: Copied | undefined }) {
  const t = useText();
  const occurrence = useOccurrence(result);
  const label = result && t(`common.${result.label}`);
  const isCopied = result?.label === "copied";
  return (
    <>
      {isCopied ? <p className="field-hint">{label}</p> : null}
      <div role="status">
        {label ? (
          <div key={occurrence} className={isCopied ? "toast toast-over toast-fades" : "field-hint"}>
            <p>{label}</p>
          </div>
        ) : null}
      </div>
    </>
  );
}
