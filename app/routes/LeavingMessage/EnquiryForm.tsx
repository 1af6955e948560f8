import { Form } from "@remix-run/react";
import { ErrorSummary } from "~/components/ErrorSummary";
import { Field } from "~/components/Field";
import { readAnswer } from "~/components/form-answer";
import { FormToken } from "~/components/FormToken";
import { SubmitButton } from "~/components/SubmitButton";
import { useText } from "~/i18n/text";
import type { FormAnswer } from "~server/action/form";
import type { AreaCode } from "~server/contact/area-codes";
import { SelectField, TextArea } from "./controls";

const FIELDS = ["name", "areaCode", "tel", "email", "socialType", "socialAccount", "message"] as const;

/** What is typed into the contact form, by its field names (behaviour 12.1). */
export type Typed = Record<(typeof FIELDS)[number], string>;

function AreaCodes({ codes }: { codes: readonly AreaCode[] }) {
  return codes.map(({ value, name, areaCode }) => <option key={value} value={value}>{`${name} +${areaCode}`}</option>);
}

/** The contact form (behaviour 2.32). */
export function EnquiryForm({
  path,
  token,
  typed,
  codes,
  socialTypes,
  limits,
  lastResult,
}: {
  /** Where it posts: the page's own address, which says what the enquiry is about. */
  path: string;
  token: string;
  typed: Typed;
  codes: { frequent: readonly AreaCode[]; others: readonly AreaCode[] };
  socialTypes: readonly string[];
  /** How long each text may be. */
  limits: { name: number; tel: number; email: number; socialAccount: number; message: number };
  lastResult?: FormAnswer["lastResult"];
}) {
  const t = useText();
  // A refused form tells all that was typed: what it leaves out was left empty.
  const empty = Object.fromEntries(FIELDS.map((name) => [name, ""])) as Typed;
  const { formErrors, fields } = readAnswer("enquiry", lastResult, lastResult ? empty : typed);
  const { name, areaCode, tel, email, socialType, socialAccount, message } = fields;
  return (
    <Form method="post" action={path} className="card form" noValidate>
      <ErrorSummary formErrors={formErrors} fields={FIELDS.map((field) => fields[field])} />
      <p className="soft small">{t("LeavingMessage.allRequired")}</p>
      <Field
        id={name.id}
        name="name"
        label={t("LeavingMessage.name")}
        errors={name.errors}
        defaultValue={name.value}
        autoComplete="name"
        enterKeyHint="next"
        maxLength={limits.name}
        required
      />
      <SelectField
        id={areaCode.id}
        name="areaCode"
        label={t("LeavingMessage.areaCode")}
        errors={areaCode.errors}
        defaultValue={areaCode.value}
        autoComplete="tel-country-code"
      >
        <optgroup label={t("LeavingMessage.frequent")}>
          <AreaCodes codes={codes.frequent} />
        </optgroup>
        <optgroup label={t("LeavingMessage.others")}>
          <AreaCodes codes={codes.others} />
        </optgroup>
      </SelectField>
      <Field
        id={tel.id}
        name="tel"
        label={t("LeavingMessage.tel")}
        hint={t("LeavingMessage.telHint")}
        errors={tel.errors}
        defaultValue={tel.value}
        inputMode="tel"
        autoComplete="tel-national"
        enterKeyHint="next"
        maxLength={limits.tel}
        required
      />
      <Field
        id={email.id}
        name="email"
        type="email"
        label={t("LeavingMessage.email")}
        hint={t("LeavingMessage.emailHint")}
        errors={email.errors}
        defaultValue={email.value}
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
        maxLength={limits.email}
        required
      />
      <div className="beside">
        <SelectField
          id={socialType.id}
          name="socialType"
          label={t("LeavingMessage.socialType")}
          errors={socialType.errors}
          defaultValue={socialType.value}
          required
        >
          <option value="">{t("LeavingMessage.choose")}</option>
          {socialTypes.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </SelectField>
        <Field
          id={socialAccount.id}
          name="socialAccount"
          label={t("LeavingMessage.socialAccount")}
          errors={socialAccount.errors}
          defaultValue={socialAccount.value}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="next"
          maxLength={limits.socialAccount}
          required
        />
      </div>
      <TextArea
        id={message.id}
        name="message"
        label={t("LeavingMessage.message")}
        hint={t("LeavingMessage.messageHint")}
        errors={message.errors}
        defaultValue={message.value}
        rows={6}
        maxLength={limits.message}
        required
      />
      {/* For machines alone: people do not see it, and readers pass it by. */}
      <div className="aside" aria-hidden="true">
        <label htmlFor="enquiry-subject">{t("LeavingMessage.leaveEmpty")}</label>
        <input id="enquiry-subject" name="subject" type="text" tabIndex={-1} autoComplete="off" />
      </div>
      <FormToken value={token} />
      <SubmitButton>{t("LeavingMessage.submit")}</SubmitButton>
    </Form>
  );
}
