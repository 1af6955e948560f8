import type { ComponentProps, FormEvent } from "react";
import type { CodeShape } from "~server/action/field-rules";
import { Field } from "./Field";
import { cutTo, withoutBlanks } from "./incomplete-form";

/** A field for a code; where scripts run, what is typed is cut to its length, blanks not counted (behaviour 5.2). */
export function CodeField({ code, ...field }: { code: CodeShape } & Omit<ComponentProps<typeof Field>, "maxLength">) {
  return (
    <Field
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="done"
      {...field}
      maxLength={code.maxLength}
      onInput={(event) => cut(event, code.most)}
    />
  );
}

function cut({ currentTarget: field, nativeEvent }: FormEvent<HTMLInputElement>, most?: number): void {
  // A keyboard that is still composing a character would lose its place.
  if (!most || (nativeEvent as InputEvent).isComposing || withoutBlanks(field.value).length <= most) return;
  field.value = cutTo(most, field.value);
}
