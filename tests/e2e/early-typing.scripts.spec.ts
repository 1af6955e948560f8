import type { Page } from "@playwright/test";
import { holdRequests } from "../support/hold-requests";
import { isHydrated } from "../support/hydration";
import { expect, test } from "../support/journey";
import { toSecondStep } from "../support/signing-in";
import { PRODUCT_PATH } from "../support/purchase-paths";
import { buyButton, hydrated, quantity } from "../support/shopping";

/** Holds back the scripts of pages that are opened from now on. @returns a function that lets them through */
const holdScripts = (page: Page) => holdRequests(page, "**/assets/*.js");

test("a code typed before the scripts load can be sent afterwards", async ({ page, sandbox, account }) => {
  await toSecondStep(page, account);

  const release = await holdScripts(page);
  await page.reload({ waitUntil: "commit" });
  await page.locator("[name=googleCode]").fill(await sandbox.code(account.email, "google"));
  const confirm = page.locator("button[name=intent][value=confirm]");
  expect(await isHydrated(confirm)).toBe(false);
  release();
  await expect.poll(() => isHydrated(confirm)).toBe(true);

  await expect(confirm).toBeEnabled();
  await confirm.click();
  await expect(page).toHaveURL(/\/Index\/Home$/);
});

test("the quantity that the browser restores on reload is the one charged @long", async ({ page, enter }) => {
  await enter("en_US");
  const release = await holdScripts(page);
  await page.goto(PRODUCT_PATH, { waitUntil: "commit" });
  // Firefox restores the value before any script runs, without an event.
  await quantity(page).evaluate((field: HTMLInputElement) => void (field.value = "3"));
  release();
  await hydrated(page);
  await expect(quantity(page)).toHaveValue("3");
  const amount = page.locator("form .deal-figure .figure").first();
  const shown = await amount.innerText();
  await page.goto(`${PRODUCT_PATH}?buyAmount=3`);
  await hydrated(page);
  expect(shown).toBe(await amount.innerText());
  await buyButton(page).click();
  await expect(page).toHaveURL(/buyAmount=3\b|step=confirm/);
});

test("a country typed before the scripts load is searched for afterwards @long", async ({ page, enter }) => {
  await enter("en_US", { authLevel: 3 });
  const release = await holdScripts(page);
  await page.goto("/CountrySelect", { waitUntil: "commit" });
  await page.getByRole("searchbox").fill("kore");
  expect(await isHydrated(page.getByRole("searchbox"))).toBe(false);
  release();
  await expect(page.locator(".account-main li a")).toHaveCount(2);
  await expect(page).toHaveURL("/CountrySelect?q=kore");
});

test("another code can be requested after a minute, even if the scripts load halfway through @long", async ({
  page,
  sandbox,
  setLocale,
}) => {
  await setLocale("en_US");
  const account = await sandbox.createAccount({ secondStep: "email" });
  await toSecondStep(page, account);
  // Makes the document half a minute old by the browser's clock.
  await page.addInitScript(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + 30_000;
  });
  await page.reload();
  const again = page.locator("button[value=send]");
  await expect(again).toBeDisabled();
  const [seconds] = /\d+/.exec(await again.innerText()) ?? [];
  expect(Number(seconds)).toBeLessThanOrEqual(30);
});
