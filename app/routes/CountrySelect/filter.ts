import { useSubmit } from "@remix-run/react";
import { useEffect, useRef, type FormEvent } from "react";

/** The pause in typing after which the search is sent. */
const FILTER_AFTER_MS = 250;

/** With scripts sends the search while it is typed; the address changes without a new entry in the history. */
export function useFilter(): (event: FormEvent<HTMLFormElement>) => void {
  const submit = useSubmit();
  const timer = useRef<number>();
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return ({ currentTarget }) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => submit(currentTarget, { replace: true }), FILTER_AFTER_MS);
  };
}
