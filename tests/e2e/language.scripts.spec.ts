import type { Page } from "@playwright/test";
import { expect, test } from "../support/journey";

const TO_CHINESE = "切換為繁體中文";

const toChinese = async (page: Page) => {
  // The scripts must be there to keep what is typed.
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: TO_CHINESE }).press("Enter");
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hant");
};
const keptBy = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }));

test.beforeEach(async ({ sandbox, setLocale }) => {
  await sandbox.heal();
  await setLocale("en_US");
});

test("the account that is typed and not posted is kept, the password is not, and nothing stays behind", async ({
  page,
}) => {
  await page.goto("/Login?redirectTo=%2FMyOrder");
  await page.locator("[name=mobileNumber]").fill("half@typed");
  await page.locator("[name=loginPword]").fill("password-canary");
  await toChinese(page);
  await expect(page).toHaveURL("/Login?redirectTo=%2FMyOrder");
  await expect(page.locator("[name=mobileNumber]")).toHaveValue("half@typed");
  await expect(page.locator("[name=loginPword]")).toHaveValue("");
  const kept = await keptBy(page);
  expect(kept).not.toContain("half@typed");
  expect(kept).not.toContain("canary");
  // Another visit of the page starts as always.
  await page.goto("/Login");
  await expect(page.locator("[name=mobileNumber]")).toHaveValue("");
});

test("a typed quantity is kept, and its payment amount is computed", async ({ page }) => {
  await page.goto("/PowerProductDetail/1001");
  await page.locator("[name=buyAmount]").fill("2.5");
  await expect(page.locator("main")).toContainText("38.75");
  await toChinese(page);
  await expect(page.locator("[name=buyAmount]")).toHaveValue("2.5");
  await expect(page.locator("main")).toContainText("38.75");
});

test("a code is never kept", async ({ page, account }) => {
  await page.goto("/Login");
  await page.locator("[name=mobileNumber]").fill(account.email);
  await page.locator("[name=loginPword]").fill(account.password);
  await page.locator("[name=loginPword]").press("Enter");
  await page.locator("[name=googleCode]").fill("123456");
  await page.locator("form[action='/Language'] button").dispatchEvent("click");
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hant");
  await expect(page.locator("[name=googleCode]")).toHaveValue("");
  expect(await keptBy(page)).not.toContain("123456");
});

test("registration: what was typed and the invitation come back, and Enter still registers", async ({ page }) => {
  await page.goto("/Register?inviteCode=DEMO2026");
  await page.locator("[name=email]").fill("half-typed");
  await page.locator("[name=pwd]").fill("Abcd1234");
  await page.locator("[name=agreement]").check();
  await toChinese(page);
  await expect(page).toHaveURL("/Register?inviteCode=DEMO2026");
  await expect(page.locator("[name=email]")).toHaveValue("half-typed");
  await expect(page.locator("[name=inCode]")).toHaveValue("DEMO2026");
  await expect(page.locator("[name=agreement]")).toBeChecked();
  await expect(page.locator("[name=pwd]")).toHaveValue("");
  await page.locator("[name=email]").press("Enter");
  await expect(page.locator("#summary")).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hant");
});
