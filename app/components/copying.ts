import { useRef, useState } from "react";

/** What became of a press: an object of its own each time, by the name of what says so. */
export interface Copied {
  label: "copied" | "notCopied";
}

/**
 * Copies what an element shows, where scripts run (behaviour 10.20).
 *
 * @returns the element's ref; `copy`, for a press; and what became of the last one
 */
export function useCopying<Shown extends HTMLElement>() {
  const shown = useRef<Shown>(null);
  const [response, setAnswer] = useState<Copied>();
  const copy = (text: string) => {
    void copied(text, shown.current).then((isCopied) => setAnswer({ label: isCopied ? "copied" : "notCopied" }));
  };
  return { shown, copy, answer: response };
}

/**
 * Copies a text; where the browser has no clipboard API (plain http, older engines), by selecting it where it stands.
 * There it stays selected, so that a visitor can copy it when even that fails.
 *
 * @param shown the element that shows the text, and nothing else
 * @returns whether it was copied
 */
async function copied(text: string, shown: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (!shown) return false;
    if (shown instanceof HTMLInputElement || shown instanceof HTMLTextAreaElement) {
      shown.focus();
      shown.select();
      // Safari on iOS selects nothing of a read-only field by the call above.
      shown.setSelectionRange(0, shown.value.length);
    } else {
      window.getSelection()?.selectAllChildren(shown);
    }
    return document.execCommand("copy");
  }
}
