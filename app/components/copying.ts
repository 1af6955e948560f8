/**
 * Copies a text; where the browser has no clipboard API (plain http, older engines), by selecting it where it stands.
 * There it stays selected, so that a visitor can copy it when even that fails.
 *
 * @param shown the element that shows the text, and nothing else
 * @returns whether it was copied
 */
export async function copied(text: string, shown: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (!shown) return false;
    if (shown instanceof HTMLInputElement || shown instanceof HTMLTextAreaElement) {
      shown.focus();
      shown.select();
    } else {
      window.getSelection()?.selectAllChildren(shown);
    }
    return document.execCommand("copy");
  }
}
