import type { InputHTMLAttributes, ReactNode } from "react";
import { describing, FormField, type FormFieldProps } from "./FormField";

export function Field({
  id,
  label,
  hint,
  errors,
  autoFocus,
  children,
  ...input
}: InputHTMLAttributes<HTMLInputElement> &
  FormFieldProps & {
    children?: ReactNode;
  }) {
  return (
    <FormField {...{ id, label, hint, errors, autoFocus }}>
      <div className="field-row">
        <input type="text" {...input} {...{ id, autoFocus }} {...describing({ id, hint, errors })} />
        {children}
      </div>
    </FormField>
  );
}
