import type { Page } from "@playwright/test";
import type { ScriptlessPage } from "./scriptless/scriptless-page";

/**
 * Shows in a browser the document that a page over HTTP has, at its address and with its headers. The way to it, which
 * may be several forms long, costs the browser nothing.
 */
export async function showAsServed(page: Page, { tab, visitor }: ScriptlessPage): Promise<void> {
  const { answer: response, url } = tab;
  if (!response) throw new Error("No document is open.");
  // For pictures that only this visitor may see.
  await page.context().addCookies(visitor.jar.all().map(({ name, value }) => ({ name, value, url: url.origin })));
  const isDocument = (asked: URL) => asked.pathname === url.pathname && asked.search === url.search;
  const { status, bytes } = response;
  const headers = Object.fromEntries(response.headers);
  await page.route(isDocument, (route) => route.fulfill({ status, headers, body: bytes }), { times: 1 });
  // It has no scripts to wait for.
  await page.goto(url.href, { waitUntil: "load" });
}
