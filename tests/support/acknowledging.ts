import type { Page } from "@playwright/test";

/** On the deposit page of a coin with a memo: confirms that the warning was read, and waits for the address. */
export async function acknowledgeMemo(page: Page): Promise<void> {
  const form = page.locator("form", { has: page.locator("[name=acknowledged]") });
  await form.locator("[name=acknowledged]").check();
  await form.locator("button").click();
  await page.locator("#deposit-address").waitFor();
}
