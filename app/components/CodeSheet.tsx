import { Form, type FormProps } from "@remix-run/react";
import type { ReactNode } from "react";
import { formatClock } from "~/i18n/formats";
import { isMessageOf, useLanguage, useText } from "~/i18n/text";
import type { CodeShape } from "~server/action/field-rules";
import type { FormAnswer } from "~server/action/form";
import { CodeField } from "./CodeField";
import { useCountdown } from "./countdown";
import { ErrorSummary } from "./ErrorSummary";
import { hasErrors, readAnswer } from "./form-answer";
import { FormToken } from "./FormToken";
import { hasCode, useIncomplete } from "./incomplete-form";
import { useScripted } from "./scripted";
import { SecurityInfo } from "./SecurityInfo";
import { Sheet } from "./Sheet";
import { SubmitButton } from "./SubmitButton";

/** When a code may be asked for again; null when it may be now. `nowMs` is the server's clock. */
interface Sending {
  nextCodeAtMs: number | null;
  /** The wait is that of another step, whose code is none for this one (behaviour 4.7). */
  otherStep: boolean;
  nowMs: number;
}

interface CodeSheetProps<Name> {
  /** Distinguishes the forms of a page. */
  formId?: string;
  /** The field of the code. */
  name: Name;
  title: string;
  text?: string;
  label: string;
  hint?: string;
  submit: string;
  /** What the button says while the code is on its way; nothing leads away from the sheet meanwhile. */
  submitting?: string;
  /** The `intent` that distinguishes the form for the code from the form that sends one. */
  intent?: string;
  closeTo: string;
  inputMode?: "numeric" | "text";
  token: string;
  code: CodeShape;
  /** For a step whose codes are sent: another one can be asked for (`intent=send`). */
  sending?: Sending | undefined;
  /** Set while no code is accepted, after too many wrong ones: when that ends, and in how many minutes. */
  paused?: { time: string; minutes: number } | undefined;
  /** Where and how it posts, if not to this page. */
  form?: Pick<FormProps, "action">;
  /** Further fields that it posts. */
  hidden?: Readonly<Record<string, string>>;
  lastResult?: FormAnswer["lastResult"] | undefined;
  /** Shown below the errors; `after` is shown below the button. */
  children?: ReactNode;
  after?: ReactNode;
}

/** A step that asks for a code, and sends one where it comes by SMS or e-mail (behaviour 2.12, 4.6, 5.3). */
export function CodeSheet<Name extends string>(props: CodeSheetProps<Name>) {
  const { formId = "code", name, text, inputMode = "numeric", token, code, sending, paused, hidden = {} } = props;
  const t = useText();
  const ofName = <Value,>(value: Value) => ({ [name]: value }) as Record<Name, Value>;
  const answer = readAnswer(formId, props.lastResult, ofName(undefined));
  const { ref, incomplete } = useIncomplete((typed) => hasCode(typed, name, code));
  const isInSummary = answer.formErrors?.some((message) => isMessageOf("errors.codesPaused", message));
  const said = paused && !isInSummary ? t("errors.codesPaused", paused) : text;
  // A refusal's summary takes the focus instead of the field.
  const refused = hasErrors(answer);
  return (
    <Sheet title={props.title} closeTo={props.closeTo} leads={false} held={props.submitting !== undefined}>
      <ErrorSummary {...answer} labels={ofName(props.label)} />
      {props.children}
      {said ? <p className="soft">{said}</p> : null}
      {sending?.otherStep ? <NoCodeYet {...sending} /> : null}
      <Form method="post" {...props.form} className="form" noValidate ref={ref}>
        <FormToken value={token} />
        <SecurityInfo />
        {Object.keys(hidden).map((field) => (
          <input key={field} type="hidden" name={field} value={hidden[field]} />
        ))}
        <CodeField
          {...answer.fields[name]}
          code={code}
          label={props.label}
          hint={props.hint}
          inputMode={inputMode}
          autoFocus={!refused}
        />
        <SubmitButton intent={props.intent} disabled={incomplete} busyText={props.submitting}>
          {props.submit}
        </SubmitButton>
        {props.after}
      </Form>
      {/* The first code was asked for by the post that led here; so this comes after the button that most press. */}
      {sending ? <SendCode token={token} {...sending} /> : null}
    </Sheet>
  );
}

/** Says before the field that there is no code for this step yet, while that of another one is waited for. */
function NoCodeYet({ nextCodeAtMs, nowMs }: Sending) {
  const t = useText();
  const { locale } = useLanguage();
  const waits = useCountdown(nextCodeAtMs, nowMs) > 0;
  return nextCodeAtMs && waits ? <p>{t("Code.otherStepAt", { time: formatClock(nextCodeAtMs, locale) })}</p> : null;
}

/** Asks for a code; the button waits where scripts run, and says when it may be pressed again where they do not. */
function SendCode({ token, nextCodeAtMs, otherStep, nowMs }: Sending & { token: string }) {
  const t = useText();
  const { locale } = useLanguage();
  const scripted = useScripted();
  const seconds = useCountdown(nextCodeAtMs, nowMs);
  const waits = scripted && seconds > 0;
  return (
    <Form method="post" className="form">
      <FormToken value={token} />
      <SecurityInfo />
      <SubmitButton intent="send" quiet disabled={waits}>
        {waits ? t("Code.resendIn", { seconds }) : t("Code.send")}
      </SubmitButton>
      {nextCodeAtMs && seconds > 0 && !otherStep ? (
        <p className="soft small">{t("Code.resendAt", { time: formatClock(nextCodeAtMs, locale) })}</p>
      ) : null}
    </Form>
  );
}
