import { useRef, useState } from "react";
import { useText } from "~/i18n/text";
import { copied } from "./copying";
import { useScripted } from "./scripted";

/**
 * A value to copy (behaviour 10.20): a read-only field, which the keyboard selects as a whole and a finger can select.
 * Where scripts run, it is selected on focus, and a button copies it and says so.
 */
export function CopyField({ id, label, value, hint }: { id: string; label: string; value: string; hint?: string }) {
  const t = useText();
  const scripted = useScripted();
  const field = useRef<HTMLInputElement>(null);
  const [answer, setAnswer] = useState<"copied" | "notCopied">();

  async function copy() {
    setAnswer((await copied(value, field.current)) ? "copied" : "notCopied");
  }

  return (
    <div className="field copy">
      <label htmlFor={id}>{label}</label>
      <div className="field-row">
        <input
          type="text"
          id={id}
          ref={field}
          value={value}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
          aria-describedby={hint ? `${id}-hint` : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          translate="no"
        />
        {scripted ? (
          <button
            type="button"
            className="button button-quiet button-small"
            aria-label={t("common.copyLabel", { label })}
            onClick={() => void copy()}
          >
            {t("common.copy")}
          </button>
        ) : null}
      </div>
      {hint ? (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {scripted ? (
        <p className="field-hint" role="status">
          {answer ? t(`toasts.${answer}`) : null}
        </p>
      ) : null}
    </div>
  );
}
