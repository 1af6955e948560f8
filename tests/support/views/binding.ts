import type { Page } from "@playwright/test";
import { PRODUCT_PATH } from "../purchase-paths";
import { buyButton, quantity } from "../shopping";
import { at, DEMO_PASSWORD, submit, refusal, view, type View } from "./view";

async function toKey(page: Page): Promise<void> {
  await page.goto("/GoogleBind");
  await page.locator("main button[value=begin]").click();
  await page.waitForURL("/GoogleBind?step=key");
}

async function toBindingCode(page: Page): Promise<void> {
  await toKey(page);
  await page.locator("[name=written]").check();
  await page.locator("main button[value=written]").click();
  await page.waitForURL("/GoogleBind?step=code");
}

/** Binding the authenticator, and being led to it. */
export const BINDING: View[] = [
  at("binding, app", "/GoogleBind"),
  view("binding, key", ({ page }) => toKey(page)),
  view("binding, code", ({ page }) => toBindingCode(page)),
  view("binding, refused", async ({ page }) => {
    await toBindingCode(page);
    await page.locator("[name=loginPwd]").fill(DEMO_PASSWORD);
    await page.locator("[name=googleCode]").fill("000000");
    await submit(page);
    await refusal(page);
  }),
  view("purchase, authenticator not bound", async ({ page }) => {
    await page.goto(PRODUCT_PATH);
    await quantity(page).fill("1");
    await buyButton(page).click();
    await page.waitForURL(/\/GoogleBind/);
  }),
];
