import type { Page } from "@playwright/test";
import { ScriptlessPage } from "./scriptless/scriptless-page";

/** Opens an address with the `User-Agent` of another browser, for this one visit. */
export async function openAs(page: Page, userAgent: string, path: string): Promise<void> {
  if (page instanceof ScriptlessPage) {
    const { headers } = page.visitor.wire;
    const own = headers["User-Agent"] ?? "";
    headers["User-Agent"] = userAgent;
    await page.goto(path);
    headers["User-Agent"] = own;
    return;
  }
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.setUserAgentOverride", { userAgent });
  await page.goto(path);
  await devtools.detach();
}
