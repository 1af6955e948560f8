import { useEffect, useRef, useState } from "react";

/**
 * Whether a form still lacks something, so that its button can wait (behaviour 10.9, 10.10). False until scripts run.
 * It reads the form itself: what was typed before scripts ran counts.
 *
 * @param complete whether the form's values are complete
 * @returns the form's ref, and whether it is incomplete
 */
export function useIncomplete(complete: (form: FormData) => boolean) {
  const ref = useRef<HTMLFormElement>(null);
  const judge = useRef(complete);
  judge.current = complete;
  const [incomplete, setIncomplete] = useState(false);
  useEffect(() => {
    const form = ref.current;
    if (!form) return;
    const look = () => setIncomplete(!judge.current(new FormData(form)));
    look();
    form.addEventListener("input", look);
    form.addEventListener("change", look);
    return () => {
      form.removeEventListener("input", look);
      form.removeEventListener("change", look);
    };
  }, []);
  return { ref, incomplete };
}

/** The value of a text field, without blanks around it. */
export function trimmed(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
}

/** Whether enough of a code is typed to be sent; blanks do not count (behaviour 5.2). */
export function hasCode(form: FormData, name: string, { least }: { least: number }): boolean {
  return withoutBlanks(trimmed(form, name)).length >= least;
}

/**
 * What the server takes for a blank in a code: also the invisible characters that come along when one is copied.
 * Without it a code would be cut by as many digits as it has of them.
 */
const BLANK = "[\\s\\u200b-\\u200f\\u2060]";

/** A text without any blank: how much of a code there is. */
export function withoutBlanks(text: string): string {
  return text.replace(new RegExp(BLANK, "g"), "");
}

/** The beginning of a text, up to so many characters that are no blanks. */
export function cutTo(most: number, text: string): string {
  return new RegExp(`^(?:${BLANK}*${BLANK.replace("[", "[^")}){${most}}`).exec(text)?.[0] ?? text;
}
