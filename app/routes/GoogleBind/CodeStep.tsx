import { Form } from "@remix-run/react";
import { TextLink } from "~/components/layout/ButtonLink";
import { CodeField } from "~/components/form/CodeField";
import { ErrorSummary } from "~/components/form/ErrorSummary";
import { hasErrors, readSubmission, type FormProps } from "~/components/form/form-result";
import { hasCode, useIncomplete } from "~/components/form/incomplete-form";
import { PasswordField } from "~/components/form/PasswordField";
import { SecurityInfo } from "~/components/form/SecurityInfo";
import { SubmitButton } from "~/components/form/SubmitButton";
import { isMessageOf, useText } from "~/i18n/text";
import type { CodeShape } from "~server/forms/field-rules";

export function CodeStep({
  token,
  path,
  backTo,
  code,
  account,
  maxLengths,
  lastResult,
}: FormProps & {
  path: string;
  backTo: string;
  code: CodeShape;
  account: string;
  maxLengths: Partial<Record<"loginPwd" | "googleCode", number>>;
}) {
  const t = useText();
  const submission = readSubmission("bind", lastResult, { loginPwd: undefined, googleCode: undefined }, maxLengths);
  const { loginPwd, googleCode } = submission.fields;
  const { ref, incomplete } = useIncomplete((typed) => hasCode(typed, "googleCode", code));
  return (
    <Form reloadDocument method="post" action={path} className="form" noValidate ref={ref}>
      <ErrorSummary {...submission} labels={{ loginPwd: t("GoogleBind.password"), googleCode: t("GoogleBind.code") }} />
      {googleCode.errors?.some((message) => isMessageOf("errors.code", message)) ? (
        <p className="note">{t("GoogleBind.clock")}</p>
      ) : null}
      <SecurityInfo token={token} />
      {/* This field tells a password manager which account the password is for. It has no name, so it is never sent. */}
      <div className="visually-hidden" aria-hidden="true">
        <label htmlFor="bind-account">{t("GoogleBind.account")}</label>
        <input id="bind-account" type="text" value={account} readOnly tabIndex={-1} autoComplete="username" />
      </div>
      {hasErrors(submission) ? <p>{t("GoogleBind.codeAgain")}</p> : null}
      <PasswordField
        {...loginPwd}
        label={t("GoogleBind.password")}
        autoComplete="current-password"
        enterKeyHint="next"
        required
      />
      <CodeField {...googleCode} code={code} label={t("GoogleBind.code")} />
      <SubmitButton disabled={incomplete}>{t("GoogleBind.submit")}</SubmitButton>
      <p>
        <TextLink href={backTo}>{t("GoogleBind.backToKey")}</TextLink>
      </p>
    </Form>
  );
}
