import { useText } from "~/i18n/text";
import { useDocument } from "~/components/layout/document-facts";

/** Says when to try again, except after a rejection. */
export function RetryIn({ failure = "errors.network" }: { failure?: string | undefined }) {
  const t = useText();
  const { failure: facts } = useDocument();
  return facts && (failure === "common.noAnswer" || failure === "errors.network") ? (
    <p className="soft">{t("common.retryIn", { seconds: facts.retryAfter })}</p>
  ) : null;
}

export function FailureDetails() {
  const t = useText();
  const { failure: facts } = useDocument();
  if (!facts) return null;
  const { reference, retryAfter, works } = facts;
  return (
    <div className="meanwhile stack soft" data-reference={reference} data-retry-after={retryAfter} data-works={works}>
      <p>{t(works)}</p>
      <p className="small">{t("common.reference", { id: reference })}</p>
      {/* Error pages are never hydrated, so browsers get none of this code. */}
      {import.meta.env.SSR && <Build />}
    </div>
  );
}

function Build() {
  const t = useText();
  const { errorStatus, build = "" } = useDocument();
  return errorStatus === undefined ? null : <p className="small">{t("Error.build", { build })}</p>;
}
