import { useEffect, useRef, useState } from "react";
import type { CodeShape } from "~server/forms/field-rules";

const LOOK_EACH_MS = 300;

/** Returns a form's ref, and true if `complete` refuses its values; false until scripts run. */
export function useIncomplete(complete: (form: FormData) => boolean) {
  const ref = useRef<HTMLFormElement>(null);
  const isComplete = useRef(complete);
  isComplete.current = complete;
  const [incomplete, setIncomplete] = useState(false);
  useEffect(() => {
    const form = ref.current;
    if (!form) return;
    const look = () => setIncomplete(!isComplete.current(new FormData(form)));
    look();
    form.addEventListener("input", look);
    // Some browsers and password managers fill in a form without an event.
    const timer = window.setInterval(look, LOOK_EACH_MS);
    return () => window.clearInterval(timer);
  }, []);
  return { ref, incomplete };
}

export function trimmed(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
}

export function hasCode(form: FormData, name: string, shape: Omit<CodeShape, "maxLength">): boolean {
  return codeIn(trimmed(form, name), shape).length >= shape.least;
}

/** The server reads Arabic and Persian digits as 0 to 9, but not the letters between them. */
const NO_DIGIT = /[^\d\u0660-\u06f9]/g;
const NO_PART_OF_A_CODE = /[\s!-/:-@[-`{-\u00bf\u2000-\u206f\u3000-\u303f\ufeff]/g;

const DIGITS = { digits: true };

/** Returns the code in the input, parsed like the server's `plainCode`. */
function codeIn(typed: string, { most = Infinity, digits }: Pick<CodeShape, "most" | "digits">): string {
  const code = typed.normalize("NFKC").replace(digits ? NO_DIGIT : NO_PART_OF_A_CODE, "");
  if (code.length <= most) return code;
  const figures = code.replace(NO_DIGIT, "");
  return figures.length === most ? figures : code.slice(0, most);
}

/** Returns the input up to the end of a complete code. */
export function cutCode(typed: string, { most = Infinity, ...shape }: CodeShape): string {
  const isLonger = (text: string) => codeIn(text, shape).length > most && codeIn(text, DIGITS).length !== most;
  let cut = typed;
  while (isLonger(cut)) cut = cut.slice(0, -1);
  return cut;
}
