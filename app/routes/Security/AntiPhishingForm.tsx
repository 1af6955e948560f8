import { Form } from "@remix-run/react";
import { ErrorSummary } from "~/components/form/ErrorSummary";
import { Field } from "~/components/form/Field";
import { hasErrors, readSubmission, type FormProps } from "~/components/form/form-result";
import { FormToken } from "~/components/form/FormToken";
import { SubmitButton } from "~/components/form/SubmitButton";
import { useText } from "~/i18n/text";
import type { AntiPhishingCode } from "~server/account/anti-phishing-code";

export function AntiPhishingForm({
  word,
  token,
  lastResult,
  quiet,
}: FormProps & { word: AntiPhishingCode; quiet: boolean }) {
  const t = useText();
  const submission = readSubmission("word", lastResult, { antiPhishingCode: "" });
  const { formErrors, fields } = submission;
  const label = t(word.state === "set" ? "Security.wordNew" : "Security.wordLabel");
  const form = (
    <Form method="post" action="/Security" className="form" noValidate>
      <ErrorSummary {...{ formErrors, fields }} labels={{ antiPhishingCode: label }} />
      <FormToken value={token} />
      <Field
        {...fields.antiPhishingCode}
        label={label}
        hint={t("Security.wordHint")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="done"
        required
      />
      <SubmitButton quiet={quiet}>{t("Security.wordSave")}</SubmitButton>
      {word.state === "none" ? null : (
        <SubmitButton intent="remove" quiet>
          {t("Security.wordRemove")}
        </SubmitButton>
      )}
    </Form>
  );
  if (word.state !== "set") {
    return (
      <>
        {word.state === "unreadable" ? <p className="note">{t("Security.wordUnreadable")}</p> : null}
        {form}
      </>
    );
  }
  return (
    <>
      <p>
        {t("Security.wordNow")}{" "}
        <strong className="own-word">
          <bdi>{word.word}</bdi>
        </strong>
      </p>
      <details className="fold stack" open={hasErrors(submission)}>
        <summary>{t("Security.wordChange")}</summary>
        <p className="soft">{t("Security.wordText")}</p>
        {form}
      </details>
    </>
  );
}
