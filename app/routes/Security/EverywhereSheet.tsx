import { Form } from "@remix-run/react";
import { ButtonLink } from "~/components/ButtonLink";
import { ErrorSummary } from "~/components/ErrorSummary";
import { hasErrors, readSubmission } from "~/components/form-result";
import { FormToken } from "~/components/FormToken";
import { Sheet } from "~/components/Sheet";
import { SubmitButton } from "~/components/SubmitButton";
import { useText } from "~/i18n/text";
import type { FormResult } from "~server/forms/form";

/** Asks before every session of the account is ended, and explains what that does not end. */
export function EverywhereSheet({
  token,
  lastResult,
}: {
  token: string;
  lastResult?: FormResult["lastResult"] | undefined;
}) {
  const t = useText();
  const submission = readSubmission("everywhere", lastResult, {});
  return (
    <Sheet title={t("Security.everywhereTitle")} closeTo="/Security" leads={!hasErrors(submission)}>
      <ErrorSummary {...submission} labels={{}} />
      <p>{t("Security.everywhereText")}</p>
      <p className="note">{t("Security.everywhereApp")}</p>
      <Form method="post" action="/Security?step=everywhere" className="actions">
        <FormToken value={token} />
        <SubmitButton>{t("Security.everywhere")}</SubmitButton>
        <ButtonLink quiet href="/Security">
          {t("common.cancel")}
        </ButtonLink>
      </Form>
    </Sheet>
  );
}
