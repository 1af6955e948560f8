import { useText } from "~/i18n/text";
import type { Copied } from "./copying";
import { useOccurrence } from "./occurrence";

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

/** Says what became of a copy: that it was made also as a toast, which is what is announced (behaviour 8.13). */
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
