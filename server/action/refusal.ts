import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod";
import { json } from "@remix-run/node";
import { z } from "zod";
import { PRIVATE_HEADERS } from "~server/session/headers";
import { hiddenFields } from "~server/action/fields";

/** What stands in a form's errors: a key of app/i18n, or the JSON text of `[key, values]`. Components translate it. */
export type ErrorMessage = string;

/** A form that is shown again, with the reasons. */
export interface FormRefusal {
  refusal: true;
  formErrors: ErrorMessage[];
  fieldErrors: Record<string, ErrorMessage[]>;
  status: number;
  headers?: Record<string, string>;
  /** Set-Cookie values. */
  cookies?: readonly string[];
  /** What else the page must know, beside `lastResult`. */
  extra?: Record<string, unknown>;
}

/** What a refused form's action answers, as `useActionData` gives it. */
export interface FormAnswer {
  lastResult: SubmissionResult<ErrorMessage[]>;
}

/** A message with values for its placeholders, as it stands in a form's errors. */
export function errorMessage(key: string, values?: Record<string, string | number>): ErrorMessage {
  return values && Object.keys(values).length > 0 ? JSON.stringify([key, values]) : key;
}

/**
 * Refuses a form.
 *
 * @param errors a message about the whole form, or messages by field
 * @param status 422 unless it is more special: 401 for a sign-in that the platform refuses, 429, 503
 * @param values what the placeholders of the messages stand for
 * @param note a further message about the whole form, after the others
 */
export function refuse(
  errors: ErrorMessage | Record<string, ErrorMessage>,
  {
    status = 422,
    values,
    note,
    ...rest
  }: {
    status?: number | undefined;
    values?: Record<string, string | number> | undefined;
    note?: ErrorMessage | undefined;
  } & Pick<FormRefusal, "headers" | "cookies" | "extra"> = {},
): FormRefusal {
  const message = (key: ErrorMessage) => errorMessage(key, values);
  return {
    refusal: true,
    formErrors: [...(typeof errors === "string" ? [message(errors)] : []), ...(note === undefined ? [] : [note])],
    fieldErrors:
      typeof errors === "string"
        ? {}
        : Object.fromEntries(Object.entries(errors).map(([field, key]) => [field, [message(key)]])),
    status,
    ...rest,
  };
}

const anyFields = z.object({}).passthrough();

/** The answer to a refused form: what was typed (never a secret) and the reasons. */
export function refusalAnswer(refusal: FormRefusal, form: FormData, secrets: readonly string[]): Response {
  const lastResult = parseWithZod(form, { schema: anyFields }).reply({
    hideFields: hiddenFields(secrets),
    formErrors: refusal.formErrors,
    fieldErrors: refusal.fieldErrors,
  });
  const headers = new Headers({ ...PRIVATE_HEADERS, ...refusal.headers });
  for (const cookie of refusal.cookies ?? []) headers.append("Set-Cookie", cookie);
  return json({ ...refusal.extra, lastResult }, { status: refusal.status, headers });
}

/** Only keys reach the page: a schema's own words are in one language and may repeat what was typed. */
function isMessage(message: string): boolean {
  return /^[A-Za-z]\w*\.[\w.-]+$/.test(message) || message.startsWith('["');
}

/**
 * Checks a form against its schema.
 *
 * @returns the value, or the refusal with a message for each field at fault (`errors.invalid` where the schema names none)
 */
export async function parseForm<S extends z.ZodTypeAny>(
  form: FormData,
  schema: S,
): Promise<{ ok: true; value: z.output<S> } | { ok: false; refusal: FormRefusal }> {
  const submission = await parseWithZod(form, {
    schema,
    async: true,
    formatError: (issues: z.ZodIssue[]): ErrorMessage[] => [
      ...new Set(issues.map(({ message }) => (isMessage(message) ? message : "errors.invalid"))),
    ],
  });
  if (submission.status === "success") return { ok: true, value: submission.value };
  const { "": formErrors, ...fieldErrors } = submission.error ?? {};
  const fields = Object.entries(fieldErrors).flatMap(([name, messages]) =>
    messages ? [[name, messages] as const] : [],
  );
  return {
    ok: false,
    refusal: { refusal: true, formErrors: formErrors ?? [], fieldErrors: Object.fromEntries(fields), status: 422 },
  };
}
