import { CopyResult, CopyButton } from "./CopyButton";
import { useCopying } from "./copying";
import { useHydrated } from "~/components/layout/hydrated";

const LINE_LENGTH = 22;

export function CopyField({ id, label, value, hint }: { id: string; label: string; value: string; hint?: string }) {
  const scripted = useHydrated();
  const { shown, copy, result } = useCopying<HTMLTextAreaElement>();
  return (
    <div className="field copy">
      <label htmlFor={id}>{label}</label>
      <div className="field-row wrap">
        <textarea
          id={id}
          ref={shown}
          value={value}
          rows={Math.ceil(value.length / LINE_LENGTH)}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
          aria-describedby={hint ? `${id}-hint` : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          translate="no"
        />
        {scripted ? <CopyButton label={label} onClick={() => copy(value)} /> : <div className="copy-room" />}
      </div>
      {hint ? (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      <CopyResult result={result} />
    </div>
  );
}
