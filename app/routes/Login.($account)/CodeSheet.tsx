import { Form } from "@remix-run/react";
import { ErrorSummary } from "~/components/ErrorSummary";
import { Field } from "~/components/Field";
import { readAnswer } from "~/components/form-answer";
import { FormToken } from "~/components/FormToken";
import { Sheet } from "~/components/Sheet";
import { SubmitButton } from "~/components/SubmitButton";
import { trimmed, useIncomplete } from "~/components/incomplete";
import { useScripted } from "~/components/scripted";
import { formatClock } from "~/i18n/formats";
import { useLanguage, useText } from "~/i18n/text";
import type { FormAnswer } from "~server/action";
import { useCountdown } from "./countdown";

const FIELDS = { google: "googleCode", sms: "smsCode", email: "emailCode" } as const;

/** The second step of signing in: an authenticator, SMS or e-mail code (spec sections 2, 4 and 5). */
export function CodeSheet({
  step,
  token,
  nextCodeAtMs,
  nowMs,
  codeLength,
  lastResult,
}: {
  step: "google" | "sms" | "email";
  token: string;
  /** When a code may be asked for again; null when it may be now. */
  nextCodeAtMs: number | null;
  nowMs: number;
  codeLength: number;
  lastResult?: FormAnswer["lastResult"];
}) {
  const t = useText();
  const { locale } = useLanguage();
  const name = FIELDS[step];
  const { formErrors, fields } = readAnswer("code", lastResult, { googleCode: "", smsCode: "", emailCode: "" });
  const field = fields[name];
  const scripted = useScripted();
  const { ref, incomplete } = useIncomplete((typed) => trimmed(typed, name).length === codeLength);
  const secondsLeft = useCountdown(nextCodeAtMs, nowMs);
  return (
    <Sheet title={t(`Login.${step}Title`)} closeTo="/Login">
      <ErrorSummary formErrors={formErrors} fields={[field]} />
      <p className="soft">{t(`Login.${step}Text`)}</p>
      {step === "google" ? null : (
        <Form method="post" className="form">
          <FormToken value={token} />
          <SubmitButton intent="send" quiet disabled={scripted && secondsLeft > 0}>
            {scripted && secondsLeft > 0 ? t("Login.resendIn", { seconds: secondsLeft }) : t("Login.send")}
          </SubmitButton>
          {nextCodeAtMs && secondsLeft > 0 ? (
            <p className="soft small">{t("Login.resendAt", { time: formatClock(nextCodeAtMs, locale) })}</p>
          ) : null}
        </Form>
      )}
      <Form method="post" className="form" noValidate ref={ref}>
        <FormToken value={token} />
        <Field
          id={field.id}
          name={name}
          label={t(`Login.${step}Label`)}
          errors={field.errors}
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="done"
          maxLength={codeLength}
          autoFocus
        />
        <SubmitButton intent="confirm" disabled={incomplete}>
          {t("Login.confirm")}
        </SubmitButton>
      </Form>
    </Sheet>
  );
}
