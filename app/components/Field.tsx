import type { InputHTMLAttributes, ReactNode } from "react";
import { readMessage, useText } from "~/i18n/text";

/** A labelled text field with its hint and its error; the error summary links to it by `id`. */
export function Field({
  id,
  label,
  hint,
  errors,
  children,
  ...input
}: InputHTMLAttributes<HTMLInputElement> & {
  id: string;
  name: string;
  label: string;
  hint?: string;
  /** Messages as the server names them: keys, or keys with values. */
  errors?: readonly string[];
  /** Something beside the field, such as a unit or a button. */
  children?: ReactNode;
}) {
  const t = useText();
  const error = errors?.[0];
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div className={error ? "field field-wrong" : "field"}>
      <label htmlFor={id}>{label}</label>
      <div className="field-row">
        <input
          type="text"
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={described ? described : undefined}
        />
        {children}
      </div>
      {hint ? (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <p className="field-error" id={`${id}-error`}>
          {readMessage(t, error)}
        </p>
      ) : null}
    </div>
  );
}
