import type { FormResult } from "~server/forms/form";
import { useRef } from "react";
import { isNetworkFailure } from "~/components/feedback/network-failure";
import { useMessageKey } from "~/components/feedback/message-key";

/** One field of a form after the server's last response, to be spread over its control. */
export interface FieldResult {
  id: string;
  name: string;
  /** The input, so that a rejected form loses nothing; never a password or a code. */
  defaultValue?: string | undefined;
  errors?: readonly string[] | undefined;
  /** The most characters that the form's schema accepts. */
  maxLength?: number | undefined;
  /** It has the only error: it takes the focus, and there is no summary (behaviour 12.5). */
  autoFocus?: boolean | undefined;
}

/** A form after the server's last response. */
export interface ReadSubmission<Name extends string> {
  formErrors?: readonly string[] | undefined;
  fields: Record<Name, FieldResult>;
}

/** What every form of a page receives. */
export interface FormProps {
  /** The CSRF token. */
  token: string;
  /** The server's last response, if this form was rejected. */
  lastResult?: FormResult["lastResult"] | undefined;
}

/**
 * Reads the server's response to a rejected form (conform's `reply`). conform's own hook would bring 9 kB to
 * every hydrated page for these few lines: the server validates, the page shows (decision 0005).
 *
 * @param formId distinguishes the forms of a page
 * @param response the last response, if this form was rejected
 * @param defaults the fields' values without a response; undefined for a field that is never filled in: a password, a
 *   code, a consent
 * @param maxLengths the most characters of each field, from `maxLengths` of the schema
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

/** The field at fault, where nothing else is wrong with a form. */
export function soleWrong<Name extends string>(
  formErrors: readonly string[] | undefined,
  fields: Readonly<Record<Name, Pick<FieldResult, "errors">>>,
): Name | undefined {
  const wrong = (Object.keys(fields) as Name[]).filter((name) => fields[name].errors?.length);
  return wrong.length === 1 && !formErrors?.length ? wrong[0] : undefined;
}

/** Whether a form was rejected, so that its summary is shown. */
export function hasErrors({
  formErrors,
  fields,
}: {
  formErrors?: readonly string[] | undefined;
  fields: Readonly<Record<string, Pick<FieldResult, "errors">>>;
}): boolean {
  return Boolean(formErrors?.length) || Object.keys(fields).some((name) => fields[name]?.errors?.length);
}

/**
 * Counts the server's responses to the forms of the page. A form with this as its `key` loses its password or code as
 * soon as it is rejected, not only after the page's data have been loaded again: by then the visitor may be typing.
 *
 * @param response the last response, from `useActionData`; undefined while there is none
 */
export function useResultCount(response: object | undefined): number {
  const last = useRef<object>();
  // A form that never arrived keeps its input.
  if (response && !isNetworkFailure(response)) last.current = response;
  return useMessageKey(last.current);
}
