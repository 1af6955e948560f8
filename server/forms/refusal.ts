import { parseWithZod } from "@conform-to/zod";
import { json } from "@remix-run/node";
import { z } from "zod";
import { requestId } from "@storefront/observability/request-id";
import { FORM_RETRY_HEADERS, PRIVATE_HEADERS } from "~server/session/headers";
import { hiddenFields } from "~server/forms/fields";
import { isMessage, message, messageKey, type Message } from "~server/i18n/message";

export interface FormError {
  formErrors: Message[];
  fieldErrors: Record<string, Message[]>;
  status: number;
  headers?: Record<string, string>;
  /** Values of `Set-Cookie`. */
  cookies?: readonly string[];
  extra?: Record<string, unknown>;
}

export interface FormResult {
  lastResult: ReturnType<Awaited<ReturnType<typeof parseWithZod<z.ZodTypeAny, Message[]>>>["reply"]>;
}

/** Makes the error that refuses a form: messages by field, or about the whole form with a further `note`. */
export function formError(
  errors: Message | Record<string, Message>,
  {
    status = 422,
    note,
    ...rest
  }: {
    status?: number | undefined;
    note?: Message | undefined;
  } & Pick<FormError, "headers" | "cookies" | "extra"> = {},
): FormError {
  return {
    formErrors: [...(typeof errors === "string" ? [errors] : []), ...(note === undefined ? [] : [note])],
    fieldErrors:
      typeof errors === "string"
        ? {}
        : Object.fromEntries(Object.entries(errors).map(([field, message]) => [field, [message]])),
    status,
    ...rest,
  };
}

/** Refuses a form that was posted too early: 429, with the seconds to wait in its message and in `Retry-After`. */
export function refuseForNow(
  key: "errors.tooMany" | "errors.resendWait" | "errors.otherStepWait" | "UploadImage.tooManyAtOnce",
  seconds: number,
): FormError {
  return formError(message(key, { seconds }), { status: 429, headers: { "Retry-After": String(seconds) } });
}

const anyFields = z.object({}).passthrough();

/** Returns the typed values without secrets, and the errors; for a failure, adds a note with the request's id. */
export function refusalResponse(refusal: FormError, form: FormData, secrets: readonly string[]): Response {
  const id = refusal.status >= 500 ? requestId() : undefined;
  const lastResult = parseWithZod(form, { schema: anyFields }).reply({
    hideFields: hiddenFields(secrets),
    formErrors:
      id === undefined ? refusal.formErrors : [...refusal.formErrors, message("common.formMeanwhile", { id })],
    fieldErrors: refusal.fieldErrors,
  });
  const later = refusal.status === 503 ? FORM_RETRY_HEADERS : {};
  const headers = new Headers({ ...PRIVATE_HEADERS, ...later, ...refusal.headers });
  for (const cookie of refusal.cookies ?? []) headers.append("Set-Cookie", cookie);
  return json({ ...refusal.extra, lastResult }, { status: refusal.status, headers });
}

/** Checks a form against its schema; an error without a message becomes `errors.invalid`. */
export async function parseForm<S extends z.ZodTypeAny>(
  form: FormData,
  schema: S,
): Promise<{ ok: true; value: z.output<S> } | { ok: false; refusal: FormError }> {
  const submission = await parseWithZod(form, {
    schema,
    async: true,
    formatError: (issues: z.ZodIssue[]): Message[] => [
      ...new Set(issues.map(({ message }) => (isMessage(message) ? message : messageKey("errors.invalid")))),
    ],
  });
  if (submission.status === "success") return { ok: true, value: submission.value };
  const { "": formErrors, ...fieldErrors } = submission.error ?? {};
  const fields = Object.entries(fieldErrors).flatMap(([name, messages]) =>
    messages ? [[name, messages] as const] : [],
  );
  return {
    ok: false,
    refusal: { formErrors: formErrors ?? [], fieldErrors: Object.fromEntries(fields), status: 422 },
  };
}
