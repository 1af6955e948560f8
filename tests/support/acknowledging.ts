import type { Page } from "@playwright/test";

/** Confirms the warning on the deposit page of a coin with a memo, and waits for the address. */
export async function acknowledgeMemo(page: Page): Promise<void> {
  const form = page.locator("form", { has: page.locator("[name=acknowledged]") });
  await form.locator("[name=acknowledged]").check();
  await form.locator("button").click();
  await page.locator("#deposit-address").waitFor();
}
