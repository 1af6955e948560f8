import { useText } from "~/i18n/text";
import { useDocument } from "~/components/layout/document-facts";

/**
 * When to try again, in the place of the link that does. When a rejection ends is unknown.
 *
 * @param props.failure the message of the failed read
 */
export function RetryIn({ failure = "errors.network" }: { failure?: string | undefined }) {
  const t = useText();
  const { failure: facts } = useDocument();
  return facts && (failure === "common.noAnswer" || failure === "errors.network") ? (
    <p className="soft">{t("common.retryIn", { seconds: facts.retryAfter })}</p>
  ) : null;
}

/**
 * Below every failure (behaviour 13.30): what still works, and the id under which the log has the cause, for the
 * visitor to quote.
 */
export function FailureDetails() {
  const t = useText();
  const { failure: facts } = useDocument();
  if (!facts) return null;
  const { reference, retryAfter, works } = facts;
  return (
    <div className="meanwhile soft" data-reference={reference} data-retry-after={retryAfter} data-works={works}>
      <p>{t(works)}</p>
      <p className="small">{t("common.reference", { id: reference })}</p>
      {/* No error's page is hydrated: browsers get nothing of it. */}
      {import.meta.env.SSR && <Build />}
    </div>
  );
}

/** At the foot of an error's page: what runs, for the operator who gets a picture of it. */
function Build() {
  const t = useText();
  const { errorStatus, build = "" } = useDocument();
  return errorStatus === undefined ? null : <p className="small">{t("Error.build", { build })}</p>;
}
