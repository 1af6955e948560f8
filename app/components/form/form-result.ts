import type { FormResult } from "~server/forms/form";
import { useRef } from "react";
import { isNetworkFailure } from "~/components/feedback/network-failure";
import { useMessageKey } from "~/components/feedback/message-key";

/** A field of a form after the server's last response. Its properties are spread over the control. */
export interface FieldResult {
  id: string;
  name: string;
  /** The typed value, so that a rejected form loses no input. Never a password or code. */
  defaultValue?: string | undefined;
  errors?: readonly string[] | undefined;
  maxLength?: number | undefined;
  /** True for the only field with an error: it takes the focus, and there is no summary. */
  autoFocus?: boolean | undefined;
}

export interface ReadSubmission<Name extends string> {
  formErrors?: readonly string[] | undefined;
  fields: Record<Name, FieldResult>;
}

export interface FormProps {
  token: string;
  lastResult?: FormResult["lastResult"] | undefined;
}

/**
 * Reads the server's response to a rejected form; conform's own hook would add 9 kB to every hydrated page.
 *
 * @param formId distinguishes the forms of a page
 * @param defaults the fields' values without a response; undefined for a field that is never filled in
 * @param maxLengths the maximum length of each field, from `maxLengths` of the schema
 */
export function readSubmission<Name extends string>(
  formId: string,
  response: FormResult["lastResult"] | undefined,
  defaults: Readonly<Record<Name, string | undefined>>,
  maxLengths: Partial<Record<NoInfer<Name>, number>> = {},
): ReadSubmission<Name> {
  const fields = {} as Record<Name, FieldResult>;
  for (const name of Object.keys(defaults) as Name[]) {
    const before = defaults[name];
    const typed = response?.initialValue?.[name];
    fields[name] = {
      id: `${formId}-${name}`,
      name,
      defaultValue: before !== undefined && typeof typed === "string" ? typed : before,
      errors: response?.error?.[name] ?? undefined,
      maxLength: maxLengths[name],
    };
  }
  const formErrors = response?.error?.[""] ?? undefined;
  const sole = soleWrong(formErrors, fields);
  if (sole) fields[sole].autoFocus = true;
  return { formErrors, fields };
}

export function soleWrong<Name extends string>(
  formErrors: readonly string[] | undefined,
  fields: Readonly<Record<Name, Pick<FieldResult, "errors">>>,
): Name | undefined {
  const wrong = (Object.keys(fields) as Name[]).filter((name) => fields[name].errors?.length);
  return wrong.length === 1 && !formErrors?.length ? wrong[0] : undefined;
}

export function hasErrors({ formErrors, fields }: ReadSubmission<string>): boolean {
  return Boolean(formErrors?.length) || Object.keys(fields).some((name) => fields[name]?.errors?.length);
}

/** Counts the responses of `useActionData`: a form with this `key` clears its password or code when it is rejected. */
export function useResultCount(response: object | undefined): number {
  const last = useRef<object>();
  // A form that never arrived retains its input.
  if (response && !isNetworkFailure(response)) last.current = response;
  return useMessageKey(last.current);
}
