import { Form } from "@remix-run/react";
import { QuietLink } from "~/components/layout/ButtonLink";
import { ErrorSummary } from "~/components/form/ErrorSummary";
import { hasErrors, readSubmission, type FormProps } from "~/components/form/form-result";
import { FormToken } from "~/components/form/FormToken";
import { Sheet } from "~/components/form/Sheet";
import { SubmitButton } from "~/components/form/SubmitButton";
import { useText } from "~/i18n/text";

export function ConfirmSheet({ step, token, lastResult }: FormProps & { step: "everywhere" | "delete" }) {
  const t = useText();
  const submission = readSubmission(step, lastResult, {});
  const isDeletion = step === "delete";
  return (
    <Sheet title={t(`Security.${step}Title`)} closeTo="/Security" leads={!hasErrors(submission)}>
      <ErrorSummary {...submission} labels={{}} />
      <p>{t(`Security.${step}Text`)}</p>
      {isDeletion ? (
        <p className="note">
          {t("Security.deleteStays")} <a href="/LeavingMessage">{t("common.support")}</a>
        </p>
      ) : (
        <p className="note">{t("Security.everywhereApp")}</p>
      )}
      <Form
        method="post"
        action={`/Security?step=${step}`}
        className={isDeletion ? "actions stack deleting" : "actions stack"}
      >
        <FormToken value={token} />
        <SubmitButton>{t(isDeletion ? "Security.deleteDo" : "Security.everywhere")}</SubmitButton>
        <QuietLink href="/Security">{t("common.cancel")}</QuietLink>
      </Form>
    </Sheet>
  );
}
