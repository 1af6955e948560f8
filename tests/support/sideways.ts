import type { Page } from "@playwright/test";

/** What is wider than the window, if anything makes the page scroll sideways. */
export function sideways(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    const wide = [...document.querySelectorAll("body *")].filter(
      (element) =>
        element.getBoundingClientRect().right > width + 0.5 &&
        !element.closest(".banner-strip, details:not([open]) > :not(summary)"),
    );
    const names = wide.map((element) => `${element.tagName}.${element.getAttribute("class") ?? ""}`);
    return [`${document.documentElement.scrollWidth} > ${width}`, ...names];
  });
}

/** The sizes of text of a browser as it comes, and set to 200 % by its visitor: pages may not tell that from any other base size. */
const PLAIN = { standard: 16, fixed: 13 };
const DOUBLED = { standard: 32, fixed: 26 };

/**
 * Runs something while the visitor's browser has its text set to 200 %.
 *
 * @returns what `look` gives
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
