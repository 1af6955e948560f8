import { Form } from "@remix-run/react";
import { ErrorSummary } from "~/components/ErrorSummary";
import { Field } from "~/components/Field";
import { readAnswer } from "~/components/form-answer";
import { FormToken } from "~/components/FormToken";
import { trimmed, useIncomplete } from "~/components/incomplete";
import { SubmitButton } from "~/components/SubmitButton";
import { useText } from "~/i18n/text";
import type { FormAnswer } from "~server/action";
import { NoSignIn } from "./NoSignIn";

/** Account and password, the way to a new account and to a lost password (spec section 2, "Login"). */
export function CredentialsForm({
  token,
  account,
  captcha,
  lastResult,
}: {
  token: string;
  account: string;
  captcha: "none" | "slider" | "challenge" | "unsupported";
  lastResult?: FormAnswer["lastResult"];
}) {
  const t = useText();
  const { formErrors, fields } = readAnswer("login", lastResult, { mobileNumber: account, loginPword: "" });
  const { ref, incomplete } = useIncomplete((typed) =>
    ["mobileNumber", "loginPword"].every((name) => trimmed(typed, name) !== ""),
  );
  if (captcha !== "none") {
    const text = captcha === "unsupported" ? t("Login.unsupported") : t("Login.captchaSoon");
    return <NoSignIn title={t("Login.captchaTitle")} text={text} />;
  }
  return (
    <Form method="post" className="form" noValidate ref={ref}>
      <ErrorSummary formErrors={formErrors} fields={[fields.mobileNumber, fields.loginPword]} />
      <FormToken value={token} />
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
      <SubmitButton disabled={incomplete}>{t("Login.submit")}</SubmitButton>
      <div className="pair">
        <a href="/AppDownload">{t("Login.forgot")}</a>
        <span>
          {t("Login.noAccount")} <a href="/Register">{t("Login.register")}</a>
        </span>
      </div>
    </Form>
  );
}
