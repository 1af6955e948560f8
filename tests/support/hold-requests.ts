import type { Page } from "@playwright/test";

/**
 * Holds back requests of a page from now on.
 *
 * @param url the requests to hold, as for `page.route`
 * @param method the only method to hold; all by default
 * @returns a function that releases them
 */
export async function holdRequests(page: Page, url: string | RegExp, method?: "GET"): Promise<() => void> {
  let release = () => {};
  const gate = new Promise<void>((open) => (release = open));
  await page.route(url, async (route) => {
    if (method === undefined || route.request().method() === method) await gate;
    await route.continue();
  });
  return release;
}
