import { Form } from "@remix-run/react";
import { useState } from "react";
import { Captcha, CaptchaAhead } from "~/components/form/captcha/Captcha";
import { ErrorSummary } from "~/components/form/ErrorSummary";
import { Field } from "~/components/form/Field";
import { readSubmission, type FormProps } from "~/components/form/form-result";
import { useIncomplete } from "~/components/form/incomplete-form";
import { LanguageButton } from "~/components/layout/LanguageSwitch";
import { PasswordField } from "~/components/form/PasswordField";
import { SecurityInfo } from "~/components/form/SecurityInfo";
import { useText } from "~/i18n/text";
import type { CaptchaSetup } from "~server/forms/captcha";
import { AgreementField } from "./AgreementField";

/** The rules for generated passwords in the syntax of password managers. React has no type for this attribute. */
const PASSWORD_RULES = { passwordrules: "minlength: 8; maxlength: 20; required: lower, upper; required: digit;" };

export function RegisterForm({
  token,
  typed,
  maxLengths,
  isInviteInvalid,
  captcha,
  formTo,
  signInTo,
  path,
  covered,
  lastResult,
}: FormProps & {
  /** The input from before the legal texts opened, or from the link. */
  typed: Record<"email" | "inCode" | "agreement" | "invited", string>;
  maxLengths: Partial<Record<"email" | "pwd" | "confirmPwd" | "inCode", number>>;
  isInviteInvalid: boolean;
  captcha: CaptchaSetup;
  formTo: string;
  signInTo: string;
  path: string | undefined;
  covered: boolean;
}) {
  const t = useText();
  // The response to a rejected form has every non-empty field, so a missing field was left empty.
  const known = lastResult ? { email: "", inCode: "", agreement: "" } : typed;
  const { email, inCode, agreement } = known;
  const initial = { email, pwd: undefined, confirmPwd: undefined, inCode, agreement };
  const submission = readSubmission("register", lastResult, initial, maxLengths);
  const { fields } = submission;
  const [hasWidget, setHasWidget] = useState(false);
  const { ref, incomplete } = useIncomplete((form) => form.has("agreement"));
  const waits = incomplete || (captcha.kind !== "none" && !hasWidget);
  return (
    <Form method="post" action={formTo} className="form" noValidate ref={ref}>
      <SecurityInfo token={token} />
      {typed.invited ? <input type="hidden" name="invited" value={typed.invited} /> : null}
      {/* Enter presses the first button of a form, so this one must register. */}
      <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" disabled={waits}>
        {t("Register.submit")}
      </button>
      <ErrorSummary
        {...submission}
        labels={{
          email: t("Register.email"),
          pwd: t("Register.password"),
          confirmPwd: t("Register.confirm"),
          inCode: t("Register.inviteCode"),
          agreement: `${t("Register.agree")} ${t("Register.terms")}`,
        }}
      />
      <CaptchaAhead setup={captcha} />
      <Field
        {...fields.email}
        type="email"
        label={t("Register.email")}
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
        required
      />
      <PasswordField
        {...fields.pwd}
        label={t("Register.password")}
        hint={t("Register.passwordHint")}
        autoComplete="new-password"
        enterKeyHint="next"
        required
        {...PASSWORD_RULES}
      />
      <PasswordField
        {...fields.confirmPwd}
        label={t("Register.confirm")}
        autoComplete="new-password"
        enterKeyHint="next"
        required
        {...PASSWORD_RULES}
      />
      <Field
        {...fields.inCode}
        label={t("Register.inviteCode")}
        hint={isInviteInvalid ? t("Register.inviteLinkInvalid") : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
      />
      <AgreementField {...fields.agreement} covered={covered} />
      <Captcha setup={captcha} submit={t("Register.submit")} disabled={waits} onWidget={setHasWidget} />
      {/* Its space is reserved before scripts make the button wait. */}
      <p className={incomplete ? "field-hint" : "field-hint unseen"}>{t("Register.tickFirst")}</p>
      <p>
        {t("Register.haveAccount")} <a href={signInTo}>{t("Register.signIn")}</a>
      </p>
      {covered ? null : <LanguageButton path={path} />}
    </Form>
  );
}
