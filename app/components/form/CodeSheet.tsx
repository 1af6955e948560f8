import { Form, useRouteLoaderData, type FormProps } from "@remix-run/react";
import { TextLink } from "~/components/layout/ButtonLink";
import type { ReactNode } from "react";
import { formatClock } from "~/i18n/formats";
import { isMessageOf, useText } from "~/i18n/text";
import type { RootData } from "~/root-data.server";
import type { CodeShape } from "~server/forms/field-rules";
import { CodeField } from "./CodeField";
import { useCountdown } from "./countdown";
import { ErrorSummary } from "./ErrorSummary";
import { hasErrors, readSubmission, type FormProps as SubmittedForm } from "./form-result";
import { hasCode, useIncomplete } from "./incomplete-form";
import { useHydrated } from "~/components/layout/hydrated";
import { SecurityInfo } from "./SecurityInfo";
import { Sheet } from "./Sheet";
import { SubmitButton } from "./SubmitButton";

/** The time from which a code may be requested again; null means now. `nowMs` is the server's clock. */
interface CodeDelivery {
  nextCodeAtMs: number | null;
  /** True if the wait belongs to another step, whose code is not valid here. */
  otherStep: boolean;
  nowMs: number;
}

interface CodeSheetProps<Name> extends SubmittedForm {
  formId?: string;
  name: Name;
  title: ReactNode;
  text?: string;
  label: string;
  hint?: string;
  submit: ReactNode;
  submitting?: string;
  intent?: string;
  closeTo: string;
  inputMode?: "numeric" | "text";
  code: CodeShape;
  /** For codes that are sent: another one can be requested (`intent=send`). */
  sending?: CodeDelivery | undefined;
  paused?: { time: string; minutes: number } | undefined;
  form?: Pick<FormProps, "action">;
  hidden?: Readonly<Record<string, string>>;
  children?: ReactNode;
  after?: ReactNode;
}

export function CodeSheet<Name extends string>(props: CodeSheetProps<Name>) {
  const { formId = "code", name, text, inputMode = "numeric", token, code, sending, paused, hidden = {} } = props;
  const t = useText();
  const ofName = <Value,>(value: Value) => ({ [name]: value }) as Record<Name, Value>;
  const submission = readSubmission(formId, props.lastResult, ofName(undefined));
  const { ref, incomplete } = useIncomplete((typed) => hasCode(typed, name, code));
  const seconds = useCountdown(sending?.nextCodeAtMs ?? null, sending?.nowMs ?? 0);
  const notSent = useNotSent(sending);
  const waitsForOther = Boolean(sending?.otherStep) && seconds > 0;
  const isInSummary = submission.formErrors?.some((message) => isMessageOf("errors.codesPaused", message));
  // No code would be accepted now, so the sheet says what to do instead.
  const hasNoCode = Boolean(paused) || waitsForOther || notSent;
  // The error message gets the focus; it may not be at the field.
  const rejected = hasErrors(submission);
  return (
    <Sheet
      title={props.title}
      closeTo={props.closeTo}
      leads={hasNoCode && !rejected}
      preserved={props.submitting !== undefined}
    >
      <ErrorSummary {...submission} labels={ofName(props.label)} />
      {props.children}
      {paused && !isInSummary ? <p className="note">{t("errors.codesPaused", paused)}</p> : null}
      {waitsForOther ? <p className="note">{t("Code.otherStep")}</p> : null}
      {text && !hasNoCode ? <p className="soft">{text}</p> : null}
      <Form method="post" {...props.form} className="form" noValidate ref={ref}>
        <SecurityInfo token={token} />
        {Object.keys(hidden).map((field) => (
          <input key={field} type="hidden" name={field} value={hidden[field]} />
        ))}
        <CodeField
          {...submission.fields[name]}
          code={code}
          label={props.label}
          hint={props.hint}
          inputMode={inputMode}
          autoFocus={submission.fields[name].autoFocus || (!rejected && !hasNoCode)}
        />
        <SubmitButton intent={props.intent} quiet={hasNoCode} disabled={incomplete} busyText={props.submitting}>
          {props.submit}
        </SubmitButton>
        {props.after}
      </Form>
      {/* The previous post requested the first code already, so this comes after the button that most people press. */}
      {sending && !paused ? (
        <SendCode token={token} {...sending} seconds={seconds} leads={hasNoCode} support={notSent} />
      ) : null}
    </Sheet>
  );
}

/** Returns true if the previous post reported that no code was sent; then one can be requested at once. */
function useNotSent(sending: CodeDelivery | undefined): boolean {
  const flash = useRouteLoaderData<RootData>("root")?.flash;
  return sending?.nextCodeAtMs === null && flash?.inSheet === true && flash.kind === "alert";
}

/** Requests another code. With scripts the button counts down; without, the text above it says how long to wait. */
function SendCode({
  token,
  nextCodeAtMs,
  otherStep,
  seconds,
  leads,
  support,
}: Omit<CodeDelivery, "nowMs"> & {
  token: string;
  seconds: number;
  /** True if there is no code to type, so that requesting one is the main action. */
  leads: boolean;
  /** True if a link to the support is shown, because asking again may not help. */
  support: boolean;
}) {
  const t = useText();
  const scripted = useHydrated();
  const waits = seconds > 0;
  const wasAsked = nextCodeAtMs !== null && !otherStep;
  return (
    <Form method="post" className="form">
      <SecurityInfo token={token} />
      {nextCodeAtMs !== null && waits ? (
        // With scripts the button says this, but the line retains its space.
        <p className={scripted ? "soft small unseen" : "soft small"}>
          {t(otherStep ? "Code.from" : "Code.resendAt", { time: formatClock(nextCodeAtMs) })}
        </p>
      ) : leads ? null : (
        <p className="soft small">{t("Code.sendHint")}</p>
      )}
      <SubmitButton intent="send" quiet={!leads || waits} disabled={scripted && waits}>
        {scripted && waits
          ? t(wasAsked ? "Code.sendAgainIn" : "Code.sendIn", { seconds })
          : t(wasAsked ? "Code.sendAgain" : "Code.send")}
      </SubmitButton>
      {support ? (
        <p>
          <TextLink href="/LeavingMessage">{t("common.support")}</TextLink>
        </p>
      ) : null}
    </Form>
  );
}
