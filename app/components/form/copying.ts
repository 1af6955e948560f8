import { useRef, useState } from "react";

/** The result of copying. Each press makes a new object. */
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

/** Copies a text and returns true; without a clipboard API leaves it selected in `shown`, for visitors to copy. */
async function copied(text: string, shown: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (!shown) return false;
    if (shown instanceof HTMLInputElement || shown instanceof HTMLTextAreaElement) {
      shown.focus();
      shown.select();
      // Safari on iOS does not select text in a read-only field with the call above.
      shown.setSelectionRange(0, shown.value.length);
    } else {
      window.getSelection()?.selectAllChildren(shown);
    }
    return document.execCommand("copy");
  }
}
