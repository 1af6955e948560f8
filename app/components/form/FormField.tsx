import type { ReactNode } from "react";
import { NoTranslate, readMessage, useText } from "~/i18n/text";
import { useMessageKey } from "~/components/feedback/message-key";

export interface FormFieldProps {
  id: string;
  name: string;
  label: string;
  hint?: string | undefined;
  /** Messages from the server: keys, or keys with values. */
  errors?: readonly string[] | undefined;
  /** True if the field takes the focus. Among faulty fields, only a sole one does (`readSubmission`). */
  autoFocus?: boolean | undefined;
}

export function FormField({
  id,
  label,
  hint,
  errors,
  autoFocus,
  children,
}: Omit<FormFieldProps, "name"> & { children: ReactNode }) {
  return (
    <div className={errors?.[0] ? "field field-wrong" : "field"}>
      <label htmlFor={id}>{label}</label>
      {children}
      {hint ? (
        <p className="field-hint" id={`${id}-hint`}>
          <NoTranslate>{hint}</NoTranslate>
        </p>
      ) : null}
      <FieldError {...{ id, errors, autoFocus }} />
    </div>
  );
}

/** Shows a field's error, announced each time because a screen reader does not read a focused field again. */
export function FieldError({ id, errors, autoFocus }: Pick<FormFieldProps, "id" | "errors" | "autoFocus">) {
  const t = useText();
  const occurrence = useMessageKey(errors);
  const error = errors?.[0];
  if (!error) return null;
  return (
    <p className="field-error" id={`${id}-error`} role={autoFocus ? "alert" : undefined} key={occurrence}>
      <NoTranslate>{readMessage(t, error)}</NoTranslate>
    </p>
  );
}

export function describing({ id, hint, errors }: Pick<FormFieldProps, "id" | "hint" | "errors">) {
  const error = errors?.[0];
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return { "aria-invalid": error ? true : undefined, "aria-describedby": described ? described : undefined };
}
