import { useText } from "~/i18n/text";
import { useDocument } from "./document-facts";

/**
 * Beside every failure (behaviour 13.30): what still works, when to try again, and the id under which the log has the
 * cause, for the visitor to quote.
 */
export function Meanwhile() {
  const t = useText();
  const { answered } = useDocument();
  if (!answered) return null;
  const { reference, retryAfter, works } = answered;
  return (
    <div className="meanwhile soft" data-reference={reference} data-retry-after={retryAfter} data-works={works}>
      <p>{t(works)}</p>
      <p>{t("common.retryIn", { seconds: retryAfter })}</p>
      <p className="small">{t("common.reference", { id: reference })}</p>
    </div>
  );
}
