import { useEffect, useRef } from "react";
import { readMessage, useText } from "~/i18n/text";
import { nothingHasFocus } from "./focus";
import { useCameWithDocument } from "./scripted";

interface Wrong {
  id: string;
  errors?: readonly string[] | undefined;
}

/**
 * The errors of a refused form, above its fields, each linked to its field (behaviour 12.5). It takes the focus: by
 * `autofocus` in a document, by scripts after a form that they sent. Nothing else of a refused page may have
 * `autoFocus`.
 */
export function ErrorSummary({
  formErrors,
  fields,
}: {
  formErrors?: readonly string[] | undefined;
  /** In the order in which they stand in the form. */
  fields: Readonly<Record<string, Wrong>> | readonly Wrong[];
}) {
  const t = useText();
  const wrong = Object.values<Wrong>(fields).filter((field) => field.errors?.length);
  const refused = Boolean(formErrors?.length) || wrong.length > 0;
  const prefix = t("common.errorPrefix");
  useEffect(() => {
    if (!refused) return;
    // A form sent by scripts is refused without a new document, so its title must be changed here.
    if (!document.title.startsWith(prefix)) document.title = prefix + document.title;
    return () => {
      if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length);
    };
  }, [refused, prefix]);
  const summary = useRef<HTMLDivElement>(null);
  // The messages are the same array until the next answer, so the effect below runs once for each refusal.
  const answer = formErrors?.length ? formErrors : wrong[0]?.errors;
  const first = useRef(useCameWithDocument());
  useEffect(() => {
    if (!answer) return;
    // Without a new document the page does not scroll by itself: it still shows the button that was pressed.
    summary.current?.scrollIntoView({ block: "nearest" });
    // Who has begun to correct a refused document before its scripts came is left alone.
    if (!first.current || nothingHasFocus()) summary.current?.focus();
    first.current = false;
  }, [answer]);
  if (!refused) return null;
  return (
    <div className="summary" role="alert" tabIndex={-1} autoFocus id="summary" ref={summary}>
      <h2>{t("common.errorSummary")}</h2>
      <ul>
        {formErrors?.map((message) => (
          <li key={message}>{readMessage(t, message)}</li>
        ))}
        {wrong.map((field) => (
          <li key={field.id}>
            <a href={`#${field.id}`}>{readMessage(t, field.errors?.[0] ?? "")}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
