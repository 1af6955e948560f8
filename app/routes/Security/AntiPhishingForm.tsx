import { Form } from "@remix-run/react";
import { ErrorSummary } from "~/components/ErrorSummary";
import { Field } from "~/components/Field";
import { readSubmission, type FormProps } from "~/components/form-result";
import { FormToken } from "~/components/FormToken";
import { SubmitButton } from "~/components/SubmitButton";
import { useText } from "~/i18n/text";
import type { AntiPhishingCode } from "~server/account/anti-phishing-code";

/** The form of the anti-phishing code, which only this shop and its owner know. */
export function WordForm({
  word,
  token,
  lastResult,
  quiet,
}: FormProps & {
  word: AntiPhishingCode;
  /** Another button is the page's filled one. */
  quiet: boolean;
}) {
  const t = useText();
  const { formErrors, fields } = readSubmission("word", lastResult, { ownWord: "" });
  const label = t(word.state === "set" ? "Security.wordNew" : "Security.wordLabel");
  return (
    <section className="card" aria-labelledby="own-word">
      <h2 id="own-word">{t("Security.word")}</h2>
      <p className="soft">{t("Security.wordText")}</p>
      {word.state === "set" ? (
        <p>
          {t("Security.wordNow")}{" "}
          <strong className="own-word">
            <bdi>{word.word}</bdi>
          </strong>
        </p>
      ) : null}
      {word.state === "unreadable" ? <p className="note">{t("Security.wordUnreadable")}</p> : null}
      <Form method="post" action="/Security" className="form" noValidate>
        <ErrorSummary {...{ formErrors, fields }} labels={{ ownWord: label }} />
        <FormToken value={token} />
        <Field
          {...fields.ownWord}
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
    </section>
  );
}
