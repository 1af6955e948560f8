import type { Page } from "@playwright/test";
import { expect, test } from "../support/journey";
import { toSecondStep } from "../support/signing-in";

const TO_CHINESE = "繁體中文";

const toChinese = async (page: Page) => {
  // The input is preserved only once the scripts have loaded.
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: TO_CHINESE }).press("Enter");
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hant");
};
const sessionStorageOf = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }));

test.beforeEach(async ({ sandbox, setLocale }) => {
  await sandbox.heal();
  await setLocale("en_US");
});

test("a typed account is kept, the password is not, and nothing stays in sessionStorage @long", async ({ page }) => {
  await page.goto("/Login?redirectTo=%2FMyOrder");
  await page.locator("[name=mobileNumber]").fill("half@typed");
  await page.locator("[name=loginPword]").fill("password-canary");
  await toChinese(page);
  await expect(page).toHaveURL("/Login?redirectTo=%2FMyOrder#language");
  await expect(page.locator("[name=mobileNumber]")).toHaveValue("half@typed");
  await expect(page.locator("[name=loginPword]")).toHaveValue("");
  const preserved = await sessionStorageOf(page);
  expect(preserved).not.toContain("half@typed");
  expect(preserved).not.toContain("canary");
});

test("a typed quantity is kept, and its payment amount is computed @long", async ({ page }) => {
  await page.goto("/PowerProductDetail/1001");
  await page.locator("[name=buyAmount]").fill("2.5");
  await expect(page.locator("main")).toContainText("38.75");
  await toChinese(page);
  await expect(page.locator("[name=buyAmount]")).toHaveValue("2.5");
  await expect(page.locator("main")).toContainText("38.75");
});

test("a code is never kept", async ({ page, account }) => {
  await toSecondStep(page, account);
  await page.locator("[name=googleCode]").fill("123456");
  await page.goto("/Help");
  await page.goBack();
  await expect(page.locator("[name=googleCode]")).toHaveValue("");
  expect(await sessionStorageOf(page)).not.toContain("123456");
});

test("registration: input and invitation are kept, and Enter still registers @long", async ({ page }) => {
  await page.goto("/Register?inviteCode=DEMO2026");
  await page.locator("[name=email]").fill("half-typed");
  await page.locator("[name=pwd]").fill("Abcd1234");
  await page.locator("[name=agreement]").check();
  await toChinese(page);
  await expect(page).toHaveURL("/Register?inviteCode=DEMO2026#language");
  await expect(page.locator("[name=email]")).toHaveValue("half-typed");
  await expect(page.locator("[name=inCode]")).toHaveValue("DEMO2026");
  await expect(page.locator("[name=agreement]")).toBeChecked();
  await expect(page.locator("[name=pwd]")).toHaveValue("");
  await page.locator("[name=email]").press("Enter");
  await expect(page.locator("#summary")).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hant");
});

test.describe("half-typed fields survive a visit to the help (behaviour 10.47)", () => {
  const FORMS = {
    "/Login?redirectTo=%2FMyOrder": { mobileNumber: "half@typed", loginPword: "" },
    "/Register?inviteCode=DEMO2026": { email: "half-typed", inCode: "OTHER1", pwd: "", confirmPwd: "" },
    "/PowerProductDetail/1001": { buyAmount: "2.5" },
  } as const;
  for (const [path, preserved] of Object.entries(FORMS)) {
    test(`${path} @long`, async ({ page }) => {
      await page.goto(path);
      await page.waitForLoadState("networkidle");
      for (const [name, value] of Object.entries(preserved))
        await page.locator(`[name=${name}]`).fill(value || "canary-1");
      const expectPreserved = async (url: string) => {
        await expect(page).toHaveURL(url);
        for (const [name, value] of Object.entries(preserved)) {
          await expect(page.locator(`[name=${name}]`)).toHaveValue(value);
        }
        expect(await sessionStorageOf(page)).not.toContain("canary");
      };
      await page.locator("header").getByRole("link", { name: "Support" }).click();
      await expect(page).toHaveURL(/\/LeavingMessage(\?product=1001)?$/);
      expect(await sessionStorageOf(page)).not.toContain("canary");
      await page.goBack();
      await expectPreserved(path);
      await page.locator("header").getByRole("link", { name: "Support" }).click();
      await page.locator("header").getByRole("link", { name: "Back" }).click();
      await expectPreserved(path);
    });
  }

  test("a quantity also survives the redirect of its form to the sign-in @long", async ({ page }) => {
    await page.goto("/PowerProductDetail/1001");
    await page.waitForLoadState("networkidle");
    await page.locator("[name=buyAmount]").fill("7");
    await page.locator("[name=buyAmount]").press("Enter");
    await expect(page).toHaveURL(/^.*\/Login\?redirectTo=/);
    await page.locator("[name=mobileNumber]").fill("nobody@example.com");
    await page.goBack();
    await expect(page.locator("[name=buyAmount]")).toHaveValue("7");
  });
});
