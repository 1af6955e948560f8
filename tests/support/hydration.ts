import type { Locator, Page } from "@playwright/test";

/** True if React has hydrated the element, which then has one of React's properties. */
export function isHydrated(element: Locator): Promise<boolean> {
  return element.evaluate((node) => Object.keys(node).some((key) => key.startsWith("__reactProps")));
}

/** Runs in the page: true if it needs no hydration, or is hydrated. React hydrates the last element last. */
export function isReady(): boolean {
  if (!document.getElementById("hydration")) return true;
  const last = document.getElementById("page")?.lastElementChild;
  return Object.keys(last ?? {}).some((key) => key.startsWith("__reactProps"));
}

/**
 * Lets `page.goto` and `page.reload` wait until the page is hydrated, as a visitor whose scripts are quick: what a test
 * does next does not depend on which of the two comes first. With a `waitUntil` of its own a test has the page before
 * its scripts.
 */
export function awaitHydration(page: Page): void {
  const ready = async () => {
    // It usually is by now, and asking once costs a tenth of waiting.
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
