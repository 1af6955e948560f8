import { Form } from "@remix-run/react";
import { Captcha, CaptchaAhead } from "~/components/form/captcha/Captcha";
import { ErrorSummary } from "~/components/form/ErrorSummary";
import { Field } from "~/components/form/Field";
import { readSubmission, type FormProps } from "~/components/form/form-result";
import { trimmed, useIncomplete } from "~/components/form/incomplete-form";
import { LanguageButton } from "~/components/layout/LanguageSwitch";
import { PasswordField } from "~/components/form/PasswordField";
import { SecurityInfo } from "~/components/form/SecurityInfo";
import { useText } from "~/i18n/text";
import type { CaptchaSetup } from "~server/forms/captcha";

export function CredentialsForm({
  token,
  account,
  linked,
  covered,
  path,
  maxLengths,
  captcha,
  registerTo,
  lastResult,
}: FormProps & {
  account: string;
  linked?: string | undefined;
  path: string | undefined;
  covered: boolean;
  maxLengths: Partial<Record<"mobileNumber" | "loginPword", number>>;
  captcha: CaptchaSetup;
  registerTo: string;
}) {
  const t = useText();
  const initial = { mobileNumber: account, loginPword: undefined };
  const submission = readSubmission("login", lastResult, initial, maxLengths);
  const { ref, incomplete } = useIncomplete(
    (typed) =>
      ["mobileNumber", "loginPword"].every((name) => trimmed(typed, name) !== "") || hasSavedPassword(ref.current),
  );
  return (
    <Form method="post" className="form" noValidate ref={ref}>
      {/* Hidden fields come last, so that the first visible one has no margin above it. */}
      <ErrorSummary {...submission} labels={{ mobileNumber: t("Login.account"), loginPword: t("Login.password") }} />
      <CaptchaAhead setup={captcha} />
      <Field
        {...submission.fields.mobileNumber}
        label={t("Login.account")}
        hint={t("Login.accountHint")}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
        required
      />
      <PasswordField
        {...submission.fields.loginPword}
        label={t("Login.password")}
        autoComplete="current-password"
        enterKeyHint="go"
        required
      />
      <Captcha setup={captcha} submit={t("Login.submit")} disabled={incomplete} />
      <div className="pair row between wrap">
        <a href="/AppDownload">{t("Login.forgot")}</a>{" "}
        <span>
          {t("Login.noAccount")} <a href={registerTo}>{t("Login.register")}</a>
        </span>
      </div>
      <SecurityInfo token={token} />
      {linked === undefined ? null : <input type="hidden" name="linked" value={linked} />}
      {covered ? null : <LanguageButton path={path} />}
    </Form>
  );
}

/** Chrome shows a saved password at once, but scripts can read it only after the visitor's first touch. */
function hasSavedPassword(form: HTMLFormElement | null): boolean {
  try {
    return !!form?.querySelector("[type=password]:-webkit-autofill");
  } catch {
    // Firefox before 86 does not support the selector.
    return false;
  }
}
