import type { FormAnswer } from "~server/action/form";

/** One field of a form as the server's last answer left it. */
export interface FieldAnswer {
  id: string;
  /** What was typed, so that a refused form loses nothing; never a password or a code. */
  value: string;
  errors?: readonly string[];
}

/**
 * Reads the server's answer to a refused form (conform's `SubmissionResult`). conform's own hook would bring 9 kB to every
 * hydrated page for what these few lines do: the server validates, the page shows.
 *
 * @param formId distinguishes the forms of a page
 * @param answer the last answer, if this form was refused
 * @param defaults what the fields say before that
 */
export function readAnswer<Name extends string>(
  formId: string,
  answer: FormAnswer["lastResult"] | undefined,
  defaults: Record<Name, string>,
): { formErrors?: readonly string[]; fields: Record<Name, FieldAnswer> } {
  const names = Object.keys(defaults) as Name[];
  const fields = names.map((name): [Name, FieldAnswer] => {
    const typed = answer?.initialValue?.[name];
    return [
      name,
      {
        id: `${formId}-${name}`,
        value: typeof typed === "string" ? typed : defaults[name],
        errors: answer?.error?.[name] ?? undefined,
      },
    ];
  });
  return {
    formErrors: answer?.error?.[""] ?? undefined,
    fields: Object.fromEntries(fields) as Record<Name, FieldAnswer>,
  };
}
