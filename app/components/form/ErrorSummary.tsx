import { useEffect, useRef } from "react";
import { NoTranslate, readMessage, useText } from "~/i18n/text";
import { nothingHasFocus } from "~/components/layout/focus";
import { soleWrong, type FieldResult } from "./form-result";
import { useMessageKey } from "~/components/feedback/message-key";
import { useCameWithDocument } from "~/components/layout/hydrated";

function controlOf(id: string): HTMLElement | null {
  const field = document.getElementById(id);
  return field?.querySelector("input") ?? field;
}

/** Lists a form's errors and takes the focus; nothing else on a rejected page may have `autoFocus`. */
export function ErrorSummary<Name extends string>({
  formErrors,
  fields,
  labels,
}: {
  formErrors?: readonly string[] | undefined;
  fields: Readonly<Record<Name, Pick<FieldResult, "id" | "errors">>>;
  /** Labels of the fields, in the form's order. */
  labels: Readonly<Record<NoInfer<Name>, string>>;
}) {
  const t = useText();
  const names = Object.keys(labels) as Name[];
  const wrong = names.filter((name) => fields[name].errors?.length);
  const rejected = Boolean(formErrors?.length) || wrong.length > 0;
  const prefix = t("common.errorPrefix");
  useEffect(() => {
    if (!rejected) return;
    // Scripts show a rejected form without a new document, so we change its title here.
    if (!document.title.startsWith(prefix)) document.title = prefix + document.title;
    return () => {
      if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length);
    };
  }, [rejected, prefix]);
  const summary = useRef<HTMLDivElement>(null);
  // The messages are the same array until the next response, so the effect below runs once for each rejection.
  const response = formErrors?.length ? formErrors : wrong[0] && fields[wrong[0]].errors;
  const occurrence = useMessageKey(response);
  const sole = soleWrong(formErrors, fields);
  const soleId = sole && fields[sole].id;
  const first = useRef(useCameWithDocument());
  useEffect(() => {
    if (!response) return;
    const target = soleId === undefined ? summary.current : controlOf(soleId);
    // Without a new document, the page does not scroll by itself.
    (target?.closest(".field") ?? target)?.scrollIntoView({ block: "nearest" });
    // The focus stays if the visitor is already correcting the form before its scripts run.
    if (!first.current || nothingHasFocus()) target?.focus();
    first.current = false;
  }, [response, soleId]);
  if (!rejected || sole) return null;
  return (
    <div className="summary" role="alert" tabIndex={-1} autoFocus id="summary" key={occurrence} ref={summary}>
      <h2>{t("common.errorSummary")}</h2>
      <ul>
        {formErrors?.map((message) => (
          <li key={message}>
            <NoTranslate>{readMessage(t, message)}</NoTranslate>
          </li>
        ))}
        {wrong.map((name) => (
          <li key={name}>
            <a href={`#${fields[name].id}`}>
              <NoTranslate>
                {t("common.errorAt", { label: labels[name], message: readMessage(t, fields[name].errors?.[0] ?? "") })}
              </NoTranslate>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
