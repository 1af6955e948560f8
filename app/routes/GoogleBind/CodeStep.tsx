import { Form } from "@remix-run/react";
import { ErrorSummary } from "~/components/ErrorSummary";
import { Field } from "~/components/Field";
import { readAnswer } from "~/components/form-answer";
import { FormToken } from "~/components/FormToken";
import { SubmitButton } from "~/components/SubmitButton";
import { useText } from "~/i18n/text";
import type { FormAnswer } from "~server/action/form";
import { stepPath } from "./steps";

/** Third step: login password and a code of the key (behaviour 5.22). */
export function CodeStep({
  token,
  maxLengths,
  lastResult,
}: {
  token: string;
  maxLengths: Partial<Record<"loginPwd" | "googleCode", number>>;
  lastResult?: FormAnswer["lastResult"] | undefined;
}) {
  const t = useText();
  const answer = readAnswer("bind", lastResult, { loginPwd: undefined, googleCode: undefined }, maxLengths);
  const { loginPwd, googleCode } = answer.fields;
  return (
    <Form reloadDocument method="post" action={stepPath("code")} className="form" noValidate>
      <ErrorSummary {...answer} />
      {googleCode.errors?.includes("errors.code") ? <p className="note">{t("GoogleBind.clock")}</p> : null}
      <FormToken value={token} />
      <p>{t("GoogleBind.codeText")}</p>
      <Field
        {...loginPwd}
        type="password"
        label={t("GoogleBind.password")}
        autoComplete="current-password"
        enterKeyHint="next"
      />
      <Field
        {...googleCode}
        label={t("GoogleBind.code")}
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="done"
      />
      <SubmitButton>{t("GoogleBind.submit")}</SubmitButton>
      <p>
        <a href={stepPath("key")}>{t("GoogleBind.backToKey")}</a>
      </p>
    </Form>
  );
}
