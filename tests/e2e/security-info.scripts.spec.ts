import type { Page } from "@playwright/test";
import { expect, test } from "../support/journey";
import { toSecondStep } from "../support/signing-in";

/** Every form of this document and its sheets, except the language form. */
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
  const begin = () => page.locator("main button[value=begin]").click();
  const written = async () => {
    await page.locator("[name=written]").check();
    await page.locator("main button[value=written]").click();
    await expect(page).toHaveURL("/GoogleBind?step=code");
  };
  const enterUnbound = () => enter("en_US", { secondStep: "sms", googleBound: false });
  for (const step of [
    () => page.goto("/Register"),
    () => page.locator("main button[value=agreement]").click(),
    () => page.goto("/Login"),
    async () => toSecondStep(page, await sandbox.createAccount({ secondStep: "sms" })),
    async () => (await enterUnbound(), page.goto("/PowerProductDetail/1001")),
    () => page.goto("/GoogleBind"),
    begin,
    written,
    () => page.goto("/Recharge/XRP"),
  ]) {
    await step();
    await expectInEveryForm(page);
  }
});

test("security info is collected once per tab, and sent with the sign-in and its code", async ({
  page,
  sandbox,
  account,
}) => {
  await toSecondStep(page, account);
  const stored = () => page.evaluate(() => sessionStorage.getItem("securityInfo"));
  await expect.poll(stored, "slow values are collected too").toContain("fonts");
  await expect(page.getByRole("dialog").locator("[name=securityInfo]")).toHaveValue(/fonts/);
  await page.locator("[name=googleCode]").fill(await sandbox.code(account.email, "google"));
  await page.getByRole("dialog").locator("form button").first().click();
  await expect(page).not.toHaveURL(/\/Login/);
  const [first] = await sandbox.requests("login_in");
  const [second] = await sandbox.requests("confirm_login");
  const { securityInfo } = second?.body as { securityInfo: string };
  expect(Object.keys(JSON.parse(securityInfo) as object).sort()).toEqual([
    "fonts",
    "language",
    "platform",
    "plugins",
    "screenResolution",
    "timezone",
    "userAgent",
  ]);
  const { fonts, userAgent } = JSON.parse(securityInfo) as { fonts: string[]; userAgent: string };
  expect(fonts.length, "not all twelve fonts are installed").toBeLessThan(12);
  expect(fonts.every((font) => /^[A-Z][A-Za-z ]+$/.test(font))).toBe(true);
  // A form sent immediately has only the values that are known by then.
  const early = JSON.parse((first?.body as { securityInfo: string }).securityInfo) as object;
  expect(early).toMatchObject({ userAgent });
  expect(await stored()).toBe(securityInfo);
});
