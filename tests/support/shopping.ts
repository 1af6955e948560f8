import { expect, type Locator, type Page } from "@playwright/test";
import type { Sandbox } from "@storefront/sandbox/start";
import { confirmPath, PRODUCT_PATH } from "./purchase-paths";

/** The steps of a buyer in a browser on the pages of one product, with or without scripts. */

/** Returns the quantity field of the product page. */
export const quantity = (page: Page): Locator => page.locator("[name=buyAmount]");
/** Returns the visible button. Enter presses another one, which comes first. */
export const buyButton = (page: Page): Locator => page.locator(".action-bar button[name=intent]:not([value=register])");
/** Returns the open sheet: the confirmation, or the code sheet. */
export const sheet = (page: Page): Locator => page.locator("[role=dialog]");
/** Returns the field of the authenticator's code. */
export const code = (page: Page): Locator => page.locator("[name=googleCode]");
/** Returns the button of the open sheet. */
export const payButton = (page: Page): Locator => sheet(page).locator("form button").first();

/** Waits until the product page is hydrated and the button for pages without scripts is therefore hidden. */
export async function hydrated(page: Page): Promise<void> {
  await page.locator("button[value=recalculate]").waitFor({ state: "hidden" });
}

/** Opens a product page and waits until it is hydrated. */
export async function openHydrated(page: Page, path = PRODUCT_PATH): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** Goes from the product page to the confirmation. */
export async function toConfirm(page: Page, amount = "3", path = PRODUCT_PATH): Promise<void> {
  await page.goto(path);
  await quantity(page).fill(amount);
  await buyButton(page).click();
  await page.waitForURL(confirmPath(amount, path));
}

/** Goes from the product page to the code sheet. */
export async function toCode(page: Page, amount = "3", path = PRODUCT_PATH): Promise<void> {
  await toConfirm(page, amount, path);
  await sheet(page).locator(`a[href^="${path}?step=code"]`).click();
  await code(page).waitFor();
}

/** Pays with a code that the upstream refuses. The sheet returns with an empty field. */
export async function payWithWrongCode(page: Page): Promise<void> {
  await code(page).fill("918273");
  await payButton(page).click();
  await page.locator("[name=googleCode][aria-invalid=true]").waitFor();
}

/** Pays with a code that the upstream will accept. */
export async function payWithCode(page: Page, sandbox: Sandbox, email: string): Promise<void> {
  await code(page).fill(await sandbox.code(email, "google"));
  await payButton(page).click();
}

/** Expects this number of orders of the signed-in account. */
export async function expectOrders(page: Page, count: number): Promise<void> {
  await page.goto("/MyOrder");
  expect(await page.locator("main tbody tr").count()).toBe(count);
}
