import type { InputHTMLAttributes } from "react";
import { describing, FieldError, type FormFieldProps } from "./FormField";

/** A checkbox. Its value is always set: React hydrates an undefined one as empty, and the box would post that. */
export function CheckField({
  id,
  label,
  errors,
  value = "on",
  defaultValue,
  ...input
}: InputHTMLAttributes<HTMLInputElement> & Omit<FormFieldProps, "hint">) {
  return (
    <div className={errors?.[0] ? "check check-wrong" : "check"}>
      <label>
        <input
          type="checkbox"
          {...input}
          id={id}
          value={value}
          defaultChecked={value === defaultValue}
          {...describing({ id, errors })}
        />
        <span>{label}</span>
      </label>
      <FieldError {...{ id, errors }} autoFocus={input.autoFocus} />
    </div>
  );
}
