import { useRef, useState } from "react";

/** A new object for each press. */
export interface Copied {
  label: "copied" | "notCopied";
}

export function useCopying<Shown extends HTMLElement>() {
  const shown = useRef<Shown>(null);
  const [result, setResult] = useState<Copied>();
  const copy = (text: string) => {
    void copied(text, shown.current).then((isCopied) => setResult({ label: isCopied ? "copied" : "notCopied" }));
  };
  return { shown, copy, result };
}

/**
 * Copies a text; without a clipboard API (plain http, older engines) by selecting it in place. It stays selected, so
 * that visitors can copy it even if that fails.
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
      // In Safari on iOS the call above selects nothing in a read-only field.
      shown.setSelectionRange(0, shown.value.length);
    } else {
      window.getSelection()?.selectAllChildren(shown);
    }
    return document.execCommand("copy");
  }
}
