import type { Page } from "@playwright/test";
import { expect, test } from "../support/journey";

/** Every form that posts to the upstream, in this document and its sheets; not that of the language. */
const FORMS = "form[method=post]:not([action='/Language'])";

async function expectInEveryForm(page: Page): Promise<void> {
  await expect(page.locator(`${FORMS} input[name=securityInfo]`).first()).toBeAttached();
  await expect(page.locator(`${FORMS}:not(:has(input[name=securityInfo]))`)).toHaveCount(0);
}

test("the browser's description of itself is in every form of a hydrated page @long", async ({
  page,
  sandbox,
  enter,
}) => {
  const account = await sandbox.createAccount({ secondStep: "sms" });
  await page.goto("/Register");
  await expectInEveryForm(page);
  await page.locator("main button[value=agreement]").click();
  await expect(page.locator("[role=dialog]")).toBeVisible();
  await expectInEveryForm(page);
  await page.goto("/Login");
  await expectInEveryForm(page);
  await page.locator("[name=mobileNumber]").fill(account.email);
  await page.locator("[name=loginPword]").fill(account.password);
  await page.locator("[name=loginPword]").press("Enter");
  await expect(page.locator("[role=dialog]")).toBeVisible();
  await expectInEveryForm(page);

  await enter("en_US", { secondStep: "sms", googleBound: false });
  await page.goto("/PowerProductDetail/1001");
  await expectInEveryForm(page);
  await page.goto("/GoogleBind");
  await expectInEveryForm(page);
  await page.locator("main button[value=begin]").click();
  await expect(page).toHaveURL("/GoogleBind?step=key");
  await expectInEveryForm(page);
  await page.locator("[name=written]").check();
  await page.locator("main button[value=written]").click();
  await expect(page).toHaveURL("/GoogleBind?step=code");
  await expectInEveryForm(page);
  await page.goto("/Recharge/XRP");
  await expectInEveryForm(page);
});
