import { useEffect, useRef } from "react";
import { describing, FieldError } from "~/components/FormField";
import { useHydrated } from "~/components/hydrated";
import { useText } from "~/i18n/text";
import "./picker.css";

/** A choice of one from a list as a GET form; where scripts run it applies when it changes. */
export function Picker({
  name,
  action,
  label,
  placeholder,
  options,
  chosen,
  returnTo,
  note,
  error,
  onPick,
}: {
  /** The query that carries the choice. */
  name: string;
  action: string;
  label: string;
  placeholder: string;
  /** An option that is not open can be seen but not chosen. */
  options: readonly { value: string; label: string; isOpen: boolean }[];
  chosen?: string | undefined;
  /** The page to go to afterwards, which stays in the address. */
  returnTo: string | undefined;
  /** Shown below the list. */
  note?: string | undefined;
  /** The key of what is wrong with the choice. */
  error?: string | undefined;
  /** Called before another page is loaded. */
  onPick: () => void;
}) {
  const t = useText();
  const scripted = useHydrated();
  const id = `pick-${name}`;
  const errors = error === undefined ? undefined : [error];
  // Without a matching value the browser would show the first option as chosen.
  const current = options.some(({ value }) => value === chosen) ? chosen : undefined;
  const choosable = options.some(({ isOpen }) => isOpen);
  const select = useRef<HTMLSelectElement>(null);
  const apply = useRef<() => void>(() => undefined);
  apply.current = () => {
    const value = select.current?.value;
    if (!value || value === current) return;
    onPick();
    select.current.form?.submit();
  };
  // A choice made before scripts ran counts too.
  useEffect(() => apply.current(), []);
  return (
    // Each choice loads a new document, so that no address of an earlier choice stays.
    <form method="get" action={action} className={errors ? "field field-wrong" : "field"} autoComplete="off">
      {returnTo === undefined ? null : <input type="hidden" name="redirectTo" value={returnTo} />}
      <label htmlFor={id}>{label}</label>
      <div className="field-row picker">
        <select
          id={id}
          name={name}
          key={current ?? ""}
          defaultValue={current ?? ""}
          autoComplete="off"
          disabled={!choosable}
          autoFocus={errors !== undefined}
          {...describing({ id, hint: note, errors })}
          ref={select}
          onChange={() => apply.current()}
        >
          {current ? null : <option value="">{placeholder}</option>}
          {options.map(({ value, label, isOpen }) => (
            <option key={value} value={value} disabled={!isOpen}>
              {nameApart(options, value, label)}
            </option>
          ))}
        </select>
        {scripted ? null : (
          <button type="submit" className="button button-quiet button-small" disabled={!choosable}>
            {t("Recharge.pick")}
          </button>
        )}
      </div>
      {note ? (
        <p className="field-hint" id={`${id}-hint`}>
          {note}
        </p>
      ) : null}
      <FieldError id={id} errors={errors} />
    </form>
  );
}

/** Options with the same label are distinguished by their values. */
function nameApart(options: readonly { label: string }[], value: string, label: string): string {
  return options.filter((other) => other.label === label).length > 1 ? `${label} (${value})` : label;
}
