import { useRef, useState } from "react";
import { copied } from "~/components/copying";
import { useScripted } from "~/components/scripted";
import { useText } from "~/i18n/text";

/**
 * A text to copy that may be changed first (behaviour 2.122). Where scripts run, a button copies it as it stands and
 * says so (behaviour 10.20).
 */
export function CopyText({
  id,
  label,
  text,
  lang,
  rows,
}: {
  id: string;
  label: string;
  text: string;
  lang: string;
  rows: number;
}) {
  const t = useText();
  const scripted = useScripted();
  const field = useRef<HTMLTextAreaElement>(null);
  const [answer, setAnswer] = useState<"copied" | "notCopied">();

  async function copy() {
    setAnswer((await copied(field.current?.value ?? text, field.current)) ? "copied" : "notCopied");
  }

  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea id={id} ref={field} defaultValue={text} lang={lang} rows={rows} autoComplete="off" />
      {scripted ? (
        <>
          <button
            type="button"
            className="button button-quiet button-small"
            aria-label={t("common.copyLabel", { label })}
            onClick={() => void copy()}
          >
            {t("common.copy")}
          </button>
          <p className="field-hint" role="status">
            {answer ? t(`toasts.${answer}`) : null}
          </p>
        </>
      ) : null}
    </div>
  );
}
