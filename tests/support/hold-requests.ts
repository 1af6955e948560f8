import type { Page } from "@playwright/test";

/**
 * Holds back the requests of a page from now on.
 *
 * @param url which ones, as `page.route` takes them
 * @param method only those of this method
 * @returns lets all of them through
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
