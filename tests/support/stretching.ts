import type { Page } from "@playwright/test";

/** Names from the upstream or a visitor: any of them can be long, in many words or in one. */
const NAMES = [
  ...["h1", "h2", "h3", "dt", "dd", "th", "td", ".tag", ".button", ".entry-text", ".product-title", ".banner-title"],
  ...[".bar-logo span", ".summary li", ".field-error", ".toast p", ".note"],
];

/**
 * Makes what a page shows as long as it can be: each number with a fraction has eight digits before and eight after the
 * point, and each name goes on with words and a word that does not break.
 *
 * @returns how many numbers and names it has made longer
 */
export function stretch(page: Page): Promise<number> {
  return page.evaluate((names) => {
    const LONG_FIGURE = "12,345,678.12345678";
    const LONG_NAME = " goes on in several words to Donaudampfschifffahrtsgesellschaft";
    let count = 0;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (text.parentElement?.closest("script, style, option")) continue;
      const longer = text.nodeValue?.replace(/\d[\d,]*\.\d+/g, LONG_FIGURE) ?? "";
      if (longer !== text.nodeValue) count += 1;
      text.nodeValue = longer;
    }
    for (const element of document.querySelectorAll(names)) {
      const last = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).lastChild();
      if (!last?.nodeValue?.trim()) continue;
      last.nodeValue += LONG_NAME;
      count += 1;
    }
    return count;
  }, NAMES.join(","));
}
