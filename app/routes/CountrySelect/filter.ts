import { useSubmit } from "@remix-run/react";
import { useCallback, useEffect, useRef, type RefObject } from "react";

/** The pause in typing after which the search is sent. */
const FILTER_AFTER_MS = 250;

/** With scripts sends the search while it is typed; the address changes without a new entry in the history. */
export function useFilter(): { ref: RefObject<HTMLFormElement>; onChange: () => void } {
  const submit = useSubmit();
  const ref = useRef<HTMLFormElement>(null);
  const timer = useRef<number>();
  const onChange = useCallback(() => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => submit(ref.current, { replace: true }), FILTER_AFTER_MS);
  }, [submit]);
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    // What was typed before the scripts ran counts.
    const field = ref.current?.querySelector<HTMLInputElement>("[type=search]");
    if (field && field.value !== field.defaultValue) latest.current();
    return () => window.clearTimeout(timer.current);
  }, []);
  return { ref, onChange };
}
