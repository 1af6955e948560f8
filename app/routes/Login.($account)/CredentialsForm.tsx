import { Form } from "@remix-run/react";
import { Captcha } from "~/components/captcha/Captcha";
import { ErrorSummary } from "~/components/ErrorSummary";
import { Field } from "~/components/Field";
import { readAnswer } from "~/components/form-answer";
import { FormToken } from "~/components/FormToken";
import { trimmed, useIncomplete } from "~/components/incomplete";
import { useScripted } from "~/components/scripted";
import { SecurityInfo } from "~/components/SecurityInfo";
import { SubmitButton } from "~/components/SubmitButton";
import { useText } from "~/i18n/text";
import type { FormAnswer } from "~server/action/form";
import type { CaptchaSetup } from "~server/captcha";

/** Account and password, the way to a new account and to a lost password (behaviour 2.11). */
export function CredentialsForm({
  token,
  account,
  captcha,
  lastResult,
}: {
  token: string;
  account: string;
  captcha: CaptchaSetup;
  lastResult?: FormAnswer["lastResult"];
}) {
  const t = useText();
  const { formErrors, fields } = readAnswer("login", lastResult, { mobileNumber: account, loginPword: "" });
  const { ref, incomplete } = useIncomplete((typed) =>
    ["mobileNumber", "loginPword"].every((name) => trimmed(typed, name) !== ""),
  );
  const scripted = useScripted();
  return (
    <Form method="post" className="form" noValidate ref={ref}>
      <ErrorSummary formErrors={formErrors} fields={[fields.mobileNumber, fields.loginPword]} />
      <FormToken value={token} />
      <SecurityInfo />
      <p className="soft">{t("Login.lead")}</p>
      <Field
        id={fields.mobileNumber.id}
        name="mobileNumber"
        label={t("Login.account")}
        hint={t("Login.accountHint")}
        errors={fields.mobileNumber.errors}
        defaultValue={fields.mobileNumber.value}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
        maxLength={128}
      />
      <Field
        id={fields.loginPword.id}
        name="loginPword"
        type="password"
        label={t("Login.password")}
        errors={fields.loginPword.errors}
        autoComplete="current-password"
        enterKeyHint="go"
        maxLength={256}
      />
      <Captcha setup={captcha} />
      <SubmitButton disabled={incomplete || (captcha.kind !== "none" && !scripted)}>{t("Login.submit")}</SubmitButton>
      <div className="pair">
        <a href="/AppDownload">{t("Login.forgot")}</a>
        <span>
          {t("Login.noAccount")} <a href="/Register">{t("Login.register")}</a>
        </span>
      </div>
    </Form>
  );
}
