import type { SelectHTMLAttributes } from "react";
import { describing, FormField, type FormFieldProps } from "~/components/FormField";

/** A labelled choice of one of several. */
export function SelectField({
  label,
  hint,
  errors,
  children,
  ...select
}: SelectHTMLAttributes<HTMLSelectElement> & FormFieldProps) {
  const { id } = select;
  return (
    <FormField {...{ id, label, hint, errors }}>
      <div className="field-row">
        <select {...select} {...describing({ id, hint, errors })}>
          {children}
        </select>
      </div>
    </FormField>
  );
}
