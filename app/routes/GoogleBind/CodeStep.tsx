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
  codeLength,
  lastResult,
}: {
  token: string;
  codeLength: number;
  lastResult?: FormAnswer["lastResult"];
}) {
  const t = useText();
  const { formErrors, fields } = readAnswer("bind", lastResult, { loginPwd: "", googleCode: "" });
  const { loginPwd, googleCode } = fields;
  return (
    <Form reloadDocument method="post" action={stepPath("code")} className="form" noValidate>
      <ErrorSummary formErrors={formErrors} fields={[loginPwd, googleCode]} />
      {googleCode.errors?.includes("errors.code") ? <p className="note">{t("GoogleBind.clock")}</p> : null}
      <FormToken value={token} />
      <p>{t("GoogleBind.codeText")}</p>
      <Field
        id={loginPwd.id}
        name="loginPwd"
        type="password"
        label={t("GoogleBind.password")}
        errors={loginPwd.errors}
        autoComplete="current-password"
        enterKeyHint="next"
        maxLength={256}
      />
      <Field
        id={googleCode.id}
        name="googleCode"
        label={t("GoogleBind.code")}
        errors={googleCode.errors}
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="done"
        maxLength={codeLength}
      />
      <SubmitButton>{t("GoogleBind.submit")}</SubmitButton>
      <p>
        <a href={stepPath("key")}>{t("GoogleBind.backToKey")}</a>
      </p>
    </Form>
  );
}
