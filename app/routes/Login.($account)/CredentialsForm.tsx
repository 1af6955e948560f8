import { Form } from "@remix-run/react";
import { Captcha, CaptchaAhead } from "~/components/captcha/Captcha";
import { ErrorSummary } from "~/components/ErrorSummary";
import { Field } from "~/components/Field";
import { readAnswer } from "~/components/form-answer";
import { FormToken } from "~/components/FormToken";
import { trimmed, useIncomplete } from "~/components/incomplete-form";
import { SecurityInfo } from "~/components/SecurityInfo";
import { useText } from "~/i18n/text";
import type { FormAnswer } from "~server/action/form";
import type { CaptchaSetup } from "~server/captcha";

/** Account and password, links to register and for a lost password (behaviour 2.11). */
export function CredentialsForm({
  token,
  account,
  maxLengths,
  captcha,
  lastResult,
}: {
  token: string;
  account: string;
  maxLengths: Partial<Record<"mobileNumber" | "loginPword", number>>;
  captcha: CaptchaSetup;
  lastResult?: FormAnswer["lastResult"] | undefined;
}) {
  const t = useText();
  const initial = { mobileNumber: account, loginPword: undefined };
  const answer = readAnswer("login", lastResult, initial, maxLengths);
  const { ref, incomplete } = useIncomplete((typed) =>
    ["mobileNumber", "loginPword"].every((name) => trimmed(typed, name) !== ""),
  );
  return (
    <Form method="post" className="form" noValidate ref={ref}>
      <ErrorSummary {...answer} />
      <FormToken value={token} />
      <SecurityInfo />
      <p className="soft">{t("Login.lead")}</p>
      <CaptchaAhead setup={captcha} />
      <Field
        {...answer.fields.mobileNumber}
        label={t("Login.account")}
        hint={t("Login.accountHint")}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
      />
      <Field
        {...answer.fields.loginPword}
        type="password"
        label={t("Login.password")}
        autoComplete="current-password"
        enterKeyHint="go"
      />
      <Captcha setup={captcha} submit={t("Login.submit")} disabled={incomplete} />
      <div className="pair">
        <a href="/AppDownload">{t("Login.forgot")}</a>{" "}
        <span>
          {t("Login.noAccount")} <a href="/Register">{t("Login.register")}</a>
        </span>
      </div>
    </Form>
  );
}
