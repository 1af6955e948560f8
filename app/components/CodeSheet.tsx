import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { formatClock } from "~/i18n/formats";
import { isMessageOf, useLanguage, useText } from "~/i18n/text";
import type { FormAnswer } from "~server/action/form";
import { useCountdown } from "./countdown";
import { ErrorSummary } from "./ErrorSummary";
import { Field } from "./Field";
import { readAnswer } from "./form-answer";
import { FormToken } from "./FormToken";
import { trimmed, useIncomplete } from "./incomplete";
import { useScripted } from "./scripted";
import { SecurityInfo } from "./SecurityInfo";
import { Sheet } from "./Sheet";
import { SubmitButton } from "./SubmitButton";

/** A step that asks for a code, and sends one where it comes by SMS or e-mail (behaviour 2.12, 4.6, 5.3). */
export function CodeSheet({
  name,
  title,
  text,
  label,
  submit,
  closeTo,
  sendable,
  inputMode = "numeric",
  token,
  nextCodeAtMs,
  nowMs,
  codeLength,
  paused,
  lastResult,
  children,
}: {
  /** The field of the code. */
  name: string;
  title: string;
  text: string;
  label: string;
  submit: string;
  closeTo: string;
  /** Whether a code is sent when asked for (`intent=send`). */
  sendable: boolean;
  inputMode?: "numeric" | "text";
  token: string;
  /** When a code may be asked for again; null when it may be now. */
  nextCodeAtMs: number | null;
  nowMs: number;
  codeLength: number;
  /** While no code is taken, after too many wrong ones: when that ends, and how long it is. */
  paused?: { time: string; minutes: number } | undefined;
  lastResult?: FormAnswer["lastResult"];
  /** Where else to go from here, after the reasons. */
  children?: ReactNode;
}) {
  const t = useText();
  const { locale } = useLanguage();
  const { formErrors, fields } = readAnswer("code", lastResult, { [name]: "" });
  const { id = "", errors } = fields[name] ?? {};
  const waits = useScripted();
  const { ref, incomplete } = useIncomplete((typed) => trimmed(typed, name).length === codeLength);
  const toldAlready = formErrors?.some((message) => isMessageOf("errors.codesPaused", message));
  const secondsLeft = useCountdown(nextCodeAtMs, nowMs);
  return (
    <Sheet title={title} closeTo={closeTo}>
      <ErrorSummary formErrors={formErrors} fields={[{ id, errors }]} />
      {children}
      <p className="soft">{paused && !toldAlready ? t("errors.codesPaused", paused) : text}</p>
      {sendable ? (
        <Form method="post" className="form">
          <FormToken value={token} />
          <SubmitButton intent="send" quiet disabled={waits && secondsLeft > 0}>
            {waits && secondsLeft > 0 ? t("Code.resendIn", { seconds: secondsLeft }) : t("Code.send")}
          </SubmitButton>
          {nextCodeAtMs && secondsLeft > 0 ? (
            <p className="soft small">{t("Code.resendAt", { time: formatClock(nextCodeAtMs, locale) })}</p>
          ) : null}
        </Form>
      ) : null}
      <Form method="post" className="form" noValidate ref={ref}>
        <FormToken value={token} />
        <SecurityInfo />
        <Field
          id={id}
          name={name}
          label={label}
          errors={errors}
          inputMode={inputMode}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="done"
          maxLength={codeLength}
          autoFocus
        />
        <SubmitButton intent="confirm" disabled={incomplete}>
          {submit}
        </SubmitButton>
      </Form>
    </Sheet>
  );
}
