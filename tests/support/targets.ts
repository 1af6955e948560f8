import type { Page } from "@playwright/test";

/**
 * What can be pressed in a page but is smaller than 44 × 44 px (house 19). A link within a sentence, or within a text
 * of the upstream, is as high as its line; a box to tick is pressed by its label.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const LEAST_PX = 44;
    const WORDS = /[\p{L}\p{N}]/u;
    const isInSentence = (element: Element) =>
      getComputedStyle(element).display === "inline" &&
      Array.from(element.parentElement?.childNodes ?? []).some(
        (node) => node !== element && !(node instanceof HTMLAnchorElement) && WORDS.test(node.textContent ?? ""),
      );
    const targets = document.querySelectorAll(
      "a[href], button, summary, select, textarea, input:not([type=hidden]), [role=button]",
    );
    return Array.from(targets).flatMap((element) => {
      if (element.closest("[inert], [aria-hidden=true], .prose, .skip") || !element.checkVisibility()) return [];
      if (isInSentence(element)) return [];
      const label = element.matches("[type=checkbox], [type=radio]") ? element.closest("label") : null;
      const { width, height } = (label ?? element).getBoundingClientRect();
      // Layout is in fractions of a pixel.
      if (width > LEAST_PX - 0.5 && height > LEAST_PX - 0.5) return [];
      return [`${Math.round(width)} × ${Math.round(height)}: ${element.outerHTML.slice(0, 120)}`];
    });
  });
}
