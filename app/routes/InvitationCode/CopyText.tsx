import { CopyResult, CopyButton } from "~/components/form/CopyButton";
import { useCopying } from "~/components/form/copying";
import { useHydrated } from "~/components/layout/hydrated";

/**
 * A text to copy that can be edited first. Where scripts run, a button copies the edited text and reports the result.
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
  const scripted = useHydrated();
  const { shown, copy, result } = useCopying<HTMLTextAreaElement>();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea id={id} ref={shown} defaultValue={text} lang={lang} rows={rows} autoComplete="off" />
      {scripted ? (
        <CopyButton label={label} onClick={() => copy(shown.current?.value ?? text)} />
      ) : (
        <div className="copy-room" />
      )}
      <CopyResult result={result} />
    </div>
  );
}
