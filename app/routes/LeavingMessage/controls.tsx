import type { ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from "react";
import { readMessage, useText } from "~/i18n/text";

interface Labelled {
  id: string;
  name: string;
  label: string;
  hint?: string;
  /** Messages as the server names them: keys, or keys with values. */
  errors?: readonly string[];
}

/** A labelled control with its hint and its error, laid out as `Field` is; the error summary links to it by `id`. */
function Around({
  id,
  label,
  hint,
  error,
  children,
}: Pick<Labelled, "id" | "label" | "hint"> & { error?: string; children: ReactNode }) {
  const t = useText();
  return (
    <div className={error ? "field field-wrong" : "field"}>
      <label htmlFor={id}>{label}</label>
      {children}
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

function describing({ id, hint, errors }: Pick<Labelled, "id" | "hint" | "errors">) {
  const ids = [hint ? `${id}-hint` : "", errors?.length ? `${id}-error` : ""].filter(Boolean);
  return {
    "aria-invalid": errors?.length ? true : undefined,
    "aria-describedby": ids.length ? ids.join(" ") : undefined,
  };
}

/** One of several, chosen from the device's own list. */
export function SelectField({
  label,
  hint,
  errors,
  children,
  ...select
}: SelectHTMLAttributes<HTMLSelectElement> & Labelled) {
  const { id } = select;
  return (
    <Around {...{ id, label, hint }} error={errors?.[0]}>
      <div className="field-row">
        <select {...select} {...describing({ id, hint, errors })}>
          {children}
        </select>
      </div>
    </Around>
  );
}

/** Text of several lines. */
export function TextArea({ label, hint, errors, ...area }: TextareaHTMLAttributes<HTMLTextAreaElement> & Labelled) {
  const { id } = area;
  return (
    <Around {...{ id, label, hint }} error={errors?.[0]}>
      <textarea {...area} {...describing({ id, hint, errors })} />
    </Around>
  );
}
