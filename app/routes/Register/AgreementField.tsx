import { useEffect, useRef } from "react";
import { describing, FieldError } from "~/components/form/FormField";
import type { FieldResult } from "~/components/form/form-result";
import { useText } from "~/i18n/text";
import "../../styles/check.css";

/**
 * The checkbox for the legal texts, which a submit button opens, so that the input is preserved. The button is part of
 * the checkbox's name, but beside the label, which must not contain another control.
 */
export function AgreementField({
  id,
  name,
  defaultValue,
  errors,
  autoFocus,
  covered,
}: FieldResult & { covered: boolean }) {
  const t = useText();
  const button = useRef<HTMLButtonElement>(null);
  const wasCovered = useRef(covered);
  useEffect(() => {
    if (wasCovered.current && !covered) button.current?.focus();
    wasCovered.current = covered;
  }, [covered]);
  return (
    <div className={errors?.[0] ? "check check-wrong" : "check"}>
      <div className="check-sentence">
        <label>
          <input
            type="checkbox"
            {...{ id, name, autoFocus }}
            required
            value="on"
            defaultChecked={defaultValue === "on"}
            aria-labelledby={`${id}-words ${id}-terms`}
            {...describing({ id, errors })}
          />
          <span id={`${id}-words`}>{t("Register.agree")}</span>
        </label>{" "}
        <button
          type="submit"
          className="link-button target"
          name="intent"
          value="agreement"
          id={`${id}-terms`}
          ref={button}
        >
          {t("Register.terms")}
        </button>
      </div>
      <FieldError {...{ id, errors, autoFocus }} />
    </div>
  );
}
