import type { TextareaHTMLAttributes } from "react";
import { describing, Labelled, type LabelledProps } from "~/components/Labelled";

/** Text of several lines. */
export function TextArea({
  label,
  hint,
  errors,
  ...area
}: TextareaHTMLAttributes<HTMLTextAreaElement> & LabelledProps) {
  const { id } = area;
  return (
    <Labelled {...{ id, label, hint, errors }}>
      <textarea {...area} {...describing({ id, hint, errors })} />
    </Labelled>
  );
}
