import { useText } from "~/i18n/text";
import type { Copied } from "./copying";
import { useMessageKey } from "~/components/feedback/message-key";

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

/** Shows the result of copying. Its space is always reserved, so that nothing moves. */
export function CopyResult({ result }: { result: Copied | undefined }) {
  const t = useText();
  const occurrence = useMessageKey(result);
  return (
    <div className="copy-result" role="status">
      {result ? (
        <p key={occurrence} className={result.label === "copied" ? "toast toast-fades" : "field-hint"}>
          {t(`common.${result.label}`)}
        </p>
      ) : null}
    </div>
  );
}
