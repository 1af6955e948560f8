import { useEffect, useRef } from "react";
import { readMessage, useText } from "~/i18n/text";
import { nothingHasFocus } from "./focus";
import { useCameWithDocument } from "./scripted";

interface Wrong {
  id: string;
  errors?: readonly string[] | undefined;
}

/**
 * What is wrong with a refused form, above its fields: what is wrong with none of them in words, and a link to each
 * that is, where the words stand (behaviour 12.5). It takes the focus: by `autofocus` in a document, by scripts after a
 * form that they sent. Nothing else of a refused page may have `autoFocus`.
 */
export function ErrorSummary<Name extends string>({
  formErrors,
  fields,
  labels,
}: {
  formErrors?: readonly string[] | undefined;
  fields: Readonly<Record<Name, Wrong>>;
  /** What the fields are called, in the order in which they stand in the form. */
  labels: Readonly<Record<NoInfer<Name>, string>>;
}) {
  const t = useText();
  const names = Object.keys(labels) as Name[];
  const wrong = names.filter((name) => fields[name].errors?.length);
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
  const answer = formErrors?.length ? formErrors : wrong[0] && fields[wrong[0]].errors;
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
        {wrong.map((name) => (
          <li key={name}>
            <a href={`#${fields[name].id}`}>{labels[name]}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
