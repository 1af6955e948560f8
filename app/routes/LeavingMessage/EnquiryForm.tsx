import { Form } from "@remix-run/react";
import { ErrorSummary } from "~/components/form/ErrorSummary";
import { Field } from "~/components/form/Field";
import { readSubmission, type FormProps } from "~/components/form/form-result";
import { FormToken } from "~/components/form/FormToken";
import { LanguageButton } from "~/components/layout/LanguageSwitch";
import { SubmitButton } from "~/components/form/SubmitButton";
import { VisitorMark } from "~/components/form/VisitorMark";
import { useText } from "~/i18n/text";
import type { AreaCode } from "~server/contact/area-codes";
import type { SelectHTMLAttributes, TextareaHTMLAttributes } from "react";
import { describing, FormField, type FormFieldProps } from "~/components/form/FormField";
import type { EnquiryField } from "./fields.server";

export type Typed = Record<EnquiryField, string>;

export const EMPTY: Typed = {
  name: "",
  areaCode: "",
  tel: "",
  email: "",
  socialType: "",
  socialAccount: "",
  message: "",
};

function AreaCodes({ codes }: { codes: readonly AreaCode[] }) {
  return codes.map(({ value, name, areaCode }) => <option key={value} value={value}>{`${name} +${areaCode}`}</option>);
}

export function EnquiryForm({
  path,
  token,
  typed,
  codes,
  socialTypes,
  lastResult,
}: FormProps & {
  path: string;
  typed: Typed;
  codes: { frequent: readonly AreaCode[]; others: readonly AreaCode[] };
  socialTypes: readonly string[];
}) {
  const t = useText();
  // The response to a rejected form has every non-empty field, so a missing field was left empty.
  const submission = readSubmission("enquiry", lastResult, lastResult ? EMPTY : typed);
  const { name, areaCode, tel, email, socialType, socialAccount, message } = submission.fields;
  const labels: Typed = {
    name: t("LeavingMessage.name"),
    areaCode: t("LeavingMessage.areaCode"),
    tel: t("LeavingMessage.tel"),
    email: t("LeavingMessage.email"),
    socialType: t("LeavingMessage.socialType"),
    socialAccount: t("LeavingMessage.socialAccount"),
    message: t("LeavingMessage.message"),
  };
  return (
    <Form method="post" action={path} className="form page-main stack" noValidate>
      <ErrorSummary {...submission} labels={labels} />
      {/* Outside of this element, hidden fields would be followed by the space between fields. */}
      <div>
        <VisitorMark />
        <FormToken value={token} />
        <Field {...name} label={labels.name} autoComplete="name" enterKeyHint="next" required />
      </div>
      <SelectField {...areaCode} label={labels.areaCode} autoComplete="tel-country-code" required>
        <option value="">{t("LeavingMessage.choose")}</option>
        <optgroup label={t("LeavingMessage.frequent")}>
          <AreaCodes codes={codes.frequent} />
        </optgroup>
        <optgroup label={t("LeavingMessage.others")}>
          <AreaCodes codes={codes.others} />
        </optgroup>
      </SelectField>
      <Field
        {...tel}
        label={labels.tel}
        hint={t("LeavingMessage.telHint")}
        inputMode="tel"
        autoComplete="tel-national"
        enterKeyHint="next"
        required
      />
      <Field
        {...email}
        type="email"
        label={labels.email}
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
        required
      />
      <div className="tiles wrap">
        <SelectField {...socialType} label={labels.socialType} required>
          <option value="">{t("LeavingMessage.choose")}</option>
          {socialTypes.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </SelectField>
        <Field
          {...socialAccount}
          label={labels.socialAccount}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="next"
          required
        />
      </div>
      <TextArea {...message} label={labels.message} hint={t("LeavingMessage.messageHint")} rows={6} required />
      {/* This traps bots: people do not see it and screen readers skip it, but some password managers fill it in. */}
      {submission.formErrors ? null : (
        <div className="visually-hidden" aria-hidden="true">
          <label htmlFor="enquiry-subject">{t("LeavingMessage.leaveEmpty")}</label>
          <input id="enquiry-subject" name="subject" type="text" tabIndex={-1} autoComplete="off" />
        </div>
      )}
      <SubmitButton>{t("LeavingMessage.submit")}</SubmitButton>
      <LanguageButton />
    </Form>
  );
}

function SelectField({
  label,
  hint,
  errors,
  children,
  ...select
}: SelectHTMLAttributes<HTMLSelectElement> & FormFieldProps) {
  const { id, autoFocus } = select;
  return (
    <FormField {...{ id, label, hint, errors, autoFocus }}>
      <div className="field-row">
        <select {...select} {...describing({ id, hint, errors })}>
          {children}
        </select>
      </div>
    </FormField>
  );
}

function TextArea({ label, hint, errors, ...area }: TextareaHTMLAttributes<HTMLTextAreaElement> & FormFieldProps) {
  const { id, autoFocus } = area;
  return (
    <FormField {...{ id, label, hint, errors, autoFocus }}>
      <textarea {...area} {...describing({ id, hint, errors })} />
    </FormField>
  );
}
