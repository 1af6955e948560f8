import type { Locator, Page } from "@playwright/test";

/** Returns true if React has hydrated the element, which then has one of React's properties. */
export function isHydrated(element: Locator): Promise<boolean> {
  return element.evaluate((node) => Object.keys(node).some((key) => key.startsWith("__reactProps")));
}

/** Runs in the page. Returns true if it is hydrated or needs no hydration. React hydrates the last element last. */
export function isReady(): boolean {
  if (!document.getElementById("hydration")) return true;
  const last = document.getElementById("page")?.lastElementChild;
  return Object.keys(last ?? {}).some((key) => key.startsWith("__reactProps"));
}

/**
 * Makes `page.goto` and `page.reload` wait until the page is hydrated, so that the test's next action does not race
 * with hydration. A test that needs the page before its scripts passes its own `waitUntil`.
 */
export function awaitHydration(page: Page): void {
  const ready = async () => {
    await page.evaluate(() => dispatchEvent(new Event("scroll")));
    // In most cases the page is hydrated by now, and one check costs a tenth of `waitForFunction`.
    if (!(await page.evaluate(isReady))) await page.waitForFunction(isReady);
  };
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (!options?.waitUntil) await ready();
    return response;
  };
  const reload = page.reload.bind(page);
  page.reload = async (options) => {
    const response = await reload(options);
    if (!options?.waitUntil) await ready();
    return response;
  };
}
