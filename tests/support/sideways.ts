import type { Page } from "@playwright/test";

/**
 * Returns elements that are wider than the window, if the page scrolls sideways, and elements that scroll sideways
 * themselves. Only pictures in a strip, the statuses of orders, columns of a comparison, and the upstream's wide tables
 * and code may do so.
 */
export function sideways(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const inner = [...document.querySelectorAll("main, main *")].filter(
      (element) =>
        element.scrollWidth > element.clientWidth + 1 &&
        ["auto", "scroll"].includes(getComputedStyle(element).overflowX) &&
        !element.matches(".strip, ul.tabs, .compare-window, .prose section, textarea"),
    );
    if (inner.length > 0)
      return inner.map((element) => `${element.className} ${element.scrollWidth} > ${element.clientWidth}`);
    if (document.documentElement.scrollWidth <= width) return [];
    const wide = [...document.querySelectorAll("body *")].filter(
      (element) =>
        element.getBoundingClientRect().right > width + 0.5 &&
        !element.closest(".strip, ul.tabs, .compare-window, details:not([open]) > :not(summary)"),
    );
    const names = wide.map((element) => `${element.tagName}.${element.getAttribute("class") ?? ""}`);
    return [`${document.documentElement.scrollWidth} > ${width}`, ...names];
  });
}

/** Chromium's default sizes of text. Double sizes are a visitor's setting of 200 %. */
const PLAIN = { standard: 16, fixed: 13 };
const DOUBLED = { standard: 32, fixed: 26 };

/**
 * Runs something while the browser's text size is 200 %.
 *
 * @returns the result of `look`
 */
export async function atDoubledText<T>(page: Page, look: () => Promise<T>): Promise<T> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Page.setFontSizes", { fontSizes: DOUBLED });
  try {
    return await look();
  } finally {
    await devtools.send("Page.setFontSizes", { fontSizes: PLAIN });
    await devtools.detach();
  }
}
