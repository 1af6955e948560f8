import { ButtonLink } from "~/components/layout/ButtonLink";
import { ErrorSummary } from "~/components/form/ErrorSummary";
import { readSubmission, type FormProps } from "~/components/form/form-result";
import { FormToken } from "~/components/form/FormToken";
import { SecurityInfo } from "~/components/form/SecurityInfo";
import { SubmitButton } from "~/components/form/SubmitButton";
import { useText } from "~/i18n/text";

/** Begins to watch for a deposit; where one is watched already, there is also a way to it. */
export function SentForm({
  token,
  path,
  watchPath,
  lastResult,
}: FormProps & {
  /** The address of the page with this choice. */
  path: string;
  /** Undefined where nothing is watched. */
  watchPath: string | undefined;
}) {
  const t = useText();
  return (
    <form method="post" action={path} className="card form">
      <ErrorSummary {...readSubmission("recharge", lastResult, {})} labels={{}} />
      <h2>{t("Recharge.sentTitle")}</h2>
      <p>{t("Recharge.sentText")}</p>
      <FormToken value={token} />
      <SecurityInfo />
      {watchPath === undefined ? null : <ButtonLink href={watchPath}>{t("Recharge.watchAgain")}</ButtonLink>}
      <SubmitButton intent="sent" quiet>
        {t("Recharge.sent")}
      </SubmitButton>
    </form>
  );
}
