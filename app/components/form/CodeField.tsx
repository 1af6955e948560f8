import type { ComponentProps, FormEvent } from "react";
import type { CodeShape } from "~server/forms/field-rules";
import { Field } from "./Field";
import { cutCode } from "./incomplete-form";

export function CodeField({ code, ...field }: { code: CodeShape } & Omit<ComponentProps<typeof Field>, "maxLength">) {
  return (
    <Field
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="done"
      required
      {...field}
      maxLength={code.maxLength}
      onInput={(event) => cut(event, code)}
    />
  );
}

function cut({ currentTarget: field, nativeEvent }: FormEvent<HTMLInputElement>, code: CodeShape): void {
  // Changing the text would disturb a keyboard that is still composing a character.
  if ((nativeEvent as InputEvent).isComposing) return;
  const cut = cutCode(field.value, code);
  if (cut !== field.value) field.value = cut;
}
