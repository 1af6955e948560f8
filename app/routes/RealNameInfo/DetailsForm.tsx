import { Form } from "@remix-run/react";
import { ErrorSummary } from "~/components/form/ErrorSummary";
import { Field } from "~/components/form/Field";
import { readSubmission, type FormProps } from "~/components/form/form-result";
import { FormToken } from "~/components/form/FormToken";
import { FieldError } from "~/components/form/FormField";
import { LanguageButton } from "~/components/layout/LanguageSwitch";
import { SubmitButton } from "~/components/form/SubmitButton";
import { VisitorMark } from "~/components/form/VisitorMark";
import { useText } from "~/i18n/text";

/** The most general type comes last. */
const TYPES = ["1", "2", "4", "3"] as const;

/** The form of the identity's details. Mainland China has one full name, and only the identity card. */
export function DetailsForm({
  token,
  numberCode,
  mainland,
  typed,
  numberTaken,
  lastResult,
}: FormProps & {
  numberCode: string;
  mainland: boolean;
  typed: Partial<Record<string, string>>;
  numberTaken: boolean;
}) {
  const t = useText();
  const initial = {
    userName: typed.userName ?? "",
    familyName: typed.familyName ?? "",
    name: typed.name ?? "",
    certificateType: typed.certificateType ?? "1",
    certificateNumber: typed.certificateNumber ?? "",
  };
  const { formErrors, fields } = readSubmission("details", lastResult, initial);
  const names = mainland ? (["userName"] as const) : (["familyName", "name"] as const);
  const { certificateType } = fields;
  const taken = numberTaken && lastResult === undefined ? ["errors.idCardExists"] : undefined;
  const certificateNumber = { ...fields.certificateNumber, errors: taken ?? fields.certificateNumber.errors };
  const labels = {
    userName: t("RealNameInfo.userName"),
    familyName: t("RealNameInfo.familyName"),
    name: t("RealNameInfo.name"),
    certificateType: t("RealNameInfo.certificateType"),
    certificateNumber: t("RealNameInfo.certificateNumber"),
  };
  const typeError = certificateType.errors?.[0];
  return (
    <Form method="post" className="form" noValidate>
      <ErrorSummary
        formErrors={taken ? ["RealNameInfo.taken"] : formErrors}
        labels={labels}
        fields={{ ...fields, certificateNumber }}
      />
      <VisitorMark />
      <FormToken value={token} />
      <input type="hidden" name="numberCode" value={numberCode} />
      {names.map((name, index) => (
        <Field
          key={name}
          {...fields[name]}
          label={labels[name]}
          hint={index === 0 ? t("RealNameInfo.nameHint") : undefined}
          autoComplete={{ userName: "name", familyName: "family-name", name: "given-name" }[name]}
          enterKeyHint="next"
          required
        />
      ))}
      <fieldset className={typeError ? "choices field-wrong" : "choices"} id={certificateType.id}>
        <legend className="bold">{labels.certificateType}</legend>
        {mainland ? (
          <p>
            {t("RealNameInfo.type1")}
            <input type="hidden" name="certificateType" value="1" />
          </p>
        ) : (
          TYPES.map((type, index) => (
            <label key={type} className="choice">
              <input
                type="radio"
                name="certificateType"
                value={type}
                required
                defaultChecked={certificateType.defaultValue === type}
                autoFocus={index === 0 && certificateType.autoFocus}
                aria-describedby={typeError ? `${certificateType.id}-error` : undefined}
              />
              <span>{t(`RealNameInfo.type${type}`)}</span>
            </label>
          ))
        )}
        <FieldError {...certificateType} />
      </fieldset>
      <Field
        {...certificateNumber}
        label={labels.certificateNumber}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="done"
        required
      />
      <SubmitButton>{t("common.next")}</SubmitButton>
      <LanguageButton />
    </Form>
  );
}
