import { Form } from "@remix-run/react";
import { ButtonLink } from "~/components/ButtonLink";
import { ErrorSummary } from "~/components/ErrorSummary";
import { hasErrors, readSubmission } from "~/components/form-result";
import { FormToken } from "~/components/FormToken";
import { Sheet } from "~/components/Sheet";
import { SubmitButton } from "~/components/SubmitButton";
import { useText } from "~/i18n/text";
import type { FormResult } from "~server/forms/form";

/** Asks before this shop's data are deleted, and lists what stays, and where. */
export function DeleteSheet({
  token,
  lastResult,
}: {
  token: string;
  lastResult?: FormResult["lastResult"] | undefined;
}) {
  const t = useText();
  const submission = readSubmission("delete", lastResult, {});
  return (
    <Sheet title={t("Security.deleteTitle")} closeTo="/Security" leads={!hasErrors(submission)}>
      <ErrorSummary {...submission} labels={{}} />
      <p>{t("Security.deleteText")}</p>
      <p className="note">
        {t("Security.deleteStays")} <a href="/LeavingMessage">{t("common.support")}</a>
      </p>
      <Form method="post" action="/Security?step=delete" className="actions deleting">
        <FormToken value={token} />
        <SubmitButton>{t("Security.deleteDo")}</SubmitButton>
        <ButtonLink quiet href="/Security">
          {t("common.cancel")}
        </ButtonLink>
      </Form>
    </Sheet>
  );
}
