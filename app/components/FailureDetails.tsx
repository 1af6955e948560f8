import { useText } from "~/i18n/text";
import { useDocument } from "./document-facts";

/**
 * When to try again, for the place of the link that does (behaviour 13.31). When a refusal ends nobody can say.
 *
 * @param props.failure the message of the failed read
 */
export function RetryIn({ failure = "common.noAnswer" }: { failure?: string | undefined }) {
  const t = useText();
  const { failure: answered } = useDocument();
  return answered && failure === "common.noAnswer" ? (
    <p className="soft">{t("common.retryIn", { seconds: answered.retryAfter })}</p>
  ) : null;
}

/**
 * Below every failure (behaviour 13.30): what still works, and the id under which the log has the cause, for the
 * visitor to quote.
 */
export function FailureDetails() {
  const t = useText();
  const { failure: answered } = useDocument();
  if (!answered) return null;
  const { reference, retryAfter, works } = answered;
  return (
    <div className="meanwhile soft" data-reference={reference} data-retry-after={retryAfter} data-works={works}>
      <p>{t(works)}</p>
      <p className="small">{t("common.reference", { id: reference })}</p>
    </div>
  );
}
