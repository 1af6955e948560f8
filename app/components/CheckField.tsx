import type { InputHTMLAttributes } from "react";
import { readMessage, useText } from "~/i18n/text";

/** A box to tick with its words and its error; the error summary links to it by `id`. */
export function CheckField({
  id,
  label,
  errors,
  ...input
}: InputHTMLAttributes<HTMLInputElement> & {
  id: string;
  name: string;
  label: string;
  /** Messages as the server names them: keys, or keys with values. */
  errors?: readonly string[];
}) {
  const t = useText();
  const error = errors?.[0];
  return (
    <div className={error ? "check check-wrong" : "check"}>
      <label>
        <input
          {...input}
          type="checkbox"
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <span>{label}</span>
      </label>
      {error ? (
        <p className="field-error" id={`${id}-error`}>
          {readMessage(t, error)}
        </p>
      ) : null}
    </div>
  );
}
