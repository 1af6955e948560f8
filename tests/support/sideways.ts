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
