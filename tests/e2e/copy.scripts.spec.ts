import type { Locator, Page } from "@playwright/test";
import { acknowledgeMemo } from "../support/acknowledging";
import { expect, test } from "../support/journey";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

/** Presses a field's copy button; expects its message, and the exact text in the clipboard. */
async function expectCopied(page: Page, field: Locator, text: string): Promise<void> {
  await field.getByRole("button").click();
  await expect(field.getByRole("status")).toHaveText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
}

test("one button copies exactly the deposit address, another the memo @newer", async ({ page, enter }) => {
  await enter("en_US");
  await page.goto("/Recharge/XRP");
  await acknowledgeMemo(page);
  for (const id of ["#deposit-address", "#deposit-memo"]) {
    const field = page.locator(".exact-text", { has: page.locator(id) });
    await expectCopied(page, field, await page.locator(id).innerText());
  }
});

test("a button copies the authenticator's key, and later pages do not contain it @newer", async ({ page, enter }) => {
  await enter("en_US", { secondStep: "sms", googleBound: false });
  await page.goto("/GoogleBind");
  await page.locator("main button[value=begin]").click();
  const key = await page.locator("#bind-key").innerText();
  await expectCopied(page, page.locator(".exact-text"), key);
  await page.locator("[name=written]").check();
  await page.locator("main button[value=written]").click();
  await expect(page).toHaveURL("/GoogleBind?step=code");
  expect(await page.content()).not.toContain(key);
});

test("the invitation's code and link can be copied repeatedly, and a text with its edits @newer @long", async ({
  page,
  enter,
}) => {
  await enter("en_US");
  await page.goto("/InvitationCode");
  for (const id of ["#invite-code", "#invite-link"]) {
    const field = page.locator(".copy", { has: page.locator(id) });
    await expectCopied(page, field, await page.locator(id).inputValue());
    const first = await field.locator(".toast").elementHandle();
    await field.getByRole("button").click();
    await expect
      .poll(() => first.evaluate((element) => element.isConnected), "a new message replaces the first")
      .toBe(false);
    await expect(field.locator(".toast")).toBeInViewport({ ratio: 1 });
  }
  await page.locator("summary", { hasText: "Texts to share" }).click();
  await page.locator("#text-en").fill("My own words");
  await expectCopied(page, page.locator(".field", { has: page.locator("#text-en") }), "My own words");
});

test("without the clipboard API the button still copies @long", async ({ page, enter }) => {
  await enter("en_US");
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.goto("/Recharge/BTC");
  await page.locator(".exact-text button").click();
  await expect(page.locator(".exact-text").getByRole("status")).toHaveText("Copied");
});
