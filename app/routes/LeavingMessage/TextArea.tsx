import type { TextareaHTMLAttributes } from "react";
import { describing, FormField, type FormFieldProps } from "~/components/FormField";

/** Text of several lines. */
export function TextArea({
  label,
  hint,
  errors,
  ...area
}: TextareaHTMLAttributes<HTMLTextAreaElement> & FormFieldProps) {
  const { id } = area;
  return (
    <FormField {...{ id, label, hint, errors }}>
      <textarea {...area} {...describing({ id, hint, errors })} />
    </FormField>
  );
}
