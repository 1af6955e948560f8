import { Form } from "@remix-run/react";
import { ErrorSummary } from "~/components/ErrorSummary";
import { Field } from "~/components/Field";
import { readAnswer } from "~/components/form-answer";
import { FormToken } from "~/components/FormToken";
import { SubmitButton } from "~/components/SubmitButton";
import { readMessage, useText } from "~/i18n/text";
import type { FormAnswer } from "~server/action/form";

const TYPES = ["1", "2", "3", "4"] as const;

/** Name, kind and number of a document; for mainland China one full name and the identity card (behaviour 5.18). */
export function DetailsForm({
  token,
  numberCode,
  mainland,
  typed,
  limits,
  lastResult,
}: {
  token: string;
  numberCode: string;
  mainland: boolean;
  /** What was typed before. */
  typed: Partial<Record<string, string>>;
  /** How long a name and a number may be. */
  limits: { name: number; number: number };
  lastResult?: FormAnswer["lastResult"];
}) {
  const t = useText();
  const { formErrors, fields } = readAnswer("details", lastResult, {
    userName: typed.userName ?? "",
    familyName: typed.familyName ?? "",
    name: typed.name ?? "",
    certificateType: typed.certificateType ?? "1",
    certificateNumber: typed.certificateNumber ?? "",
  });
  const names = mainland ? (["userName"] as const) : (["familyName", "name"] as const);
  const { certificateType, certificateNumber } = fields;
  // Every field at fault has the same message (behaviour 5.18): the summary says it once, and leads to the first of them.
  const wrong = [...names.map((name) => fields[name]), certificateType, certificateNumber].filter(
    (field) => field.errors,
  );
  const typeError = certificateType.errors?.[0];
  return (
    <Form method="post" className="form" noValidate>
      <ErrorSummary formErrors={formErrors} fields={wrong.slice(0, 1)} />
      <FormToken value={token} />
      <input type="hidden" name="numberCode" value={numberCode} />
      {names.map((name) => (
        <Field
          key={name}
          id={fields[name].id}
          name={name}
          label={t(`RealNameInfo.${name}`)}
          hint={t("RealNameInfo.nameHint")}
          errors={fields[name].errors}
          defaultValue={fields[name].value}
          autoComplete={{ userName: "name", familyName: "family-name", name: "given-name" }[name]}
          enterKeyHint="next"
          maxLength={limits.name}
        />
      ))}
      <fieldset className={typeError ? "choices field-wrong" : "choices"} id={certificateType.id}>
        <legend>{t("RealNameInfo.certificateType")}</legend>
        {mainland ? (
          <p>
            {t("RealNameInfo.type1")}
            <input type="hidden" name="certificateType" value="1" />
          </p>
        ) : (
          TYPES.map((type) => (
            <label key={type} className="choice">
              <input
                type="radio"
                name="certificateType"
                value={type}
                defaultChecked={certificateType.value === type}
                aria-describedby={typeError ? `${certificateType.id}-error` : undefined}
              />
              <span>{t(`RealNameInfo.type${type}`)}</span>
            </label>
          ))
        )}
        {typeError ? (
          <p className="field-error" id={`${certificateType.id}-error`}>
            {readMessage(t, typeError)}
          </p>
        ) : null}
      </fieldset>
      <Field
        id={certificateNumber.id}
        name="certificateNumber"
        label={t("RealNameInfo.certificateNumber")}
        errors={certificateNumber.errors}
        defaultValue={certificateNumber.value}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="done"
        maxLength={limits.number}
      />
      <SubmitButton>{t("RealNameInfo.next")}</SubmitButton>
    </Form>
  );
}
