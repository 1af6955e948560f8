import type { Page } from "@playwright/test";
import type { ScriptlessPage } from "./scriptless/scriptless-page";

/**
 * Shows the current document of a `ScriptlessPage` in a browser, at its URL and with its headers. So the browser need
 * not repeat the steps that led to it.
 */
export async function showAsServed(page: Page, { tab, visitor }: ScriptlessPage): Promise<void> {
  const { answer: response, url } = tab;
  if (!response) throw new Error("No document is open.");
  // The page may have pictures that only this visitor may see.
  await page.context().addCookies(visitor.jar.all().map(({ name, value }) => ({ name, value, url: url.origin })));
  const isDocument = (asked: URL) => asked.pathname === url.pathname && asked.search === url.search;
  const { status, bytes } = response;
  const headers = Object.fromEntries(response.headers);
  await page.route(isDocument, (route) => route.fulfill({ status, headers, body: bytes }), { times: 1 });
  await page.goto(url.href, { waitUntil: "load" });
}
