import type { SelectHTMLAttributes } from "react";
import { describing, Labelled, type LabelledProps } from "~/components/Labelled";

/** A labelled choice of one of several. */
export function SelectField({
  label,
  hint,
  errors,
  children,
  ...select
}: SelectHTMLAttributes<HTMLSelectElement> & LabelledProps) {
  const { id } = select;
  return (
    <Labelled {...{ id, label, hint, errors }}>
      <div className="field-row">
        <select {...select} {...describing({ id, hint, errors })}>
          {children}
        </select>
      </div>
    </Labelled>
  );
}
