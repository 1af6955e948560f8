import type { Page } from "@playwright/test";
import { expect, test } from "../support/journey";

const LOCALES = [
  ["el_GR", "zh-Hant"],
  ["en_US", "en"],
] as const;

const PUBLIC_SCREENS = [
  ...["/Index/Home", "/Index/Power", "/Index/Miner", "/Index/AboutUs", "/Login", "/Register", "/Notice"],
  ...["/LeavingMessage", "/PrivacyAgreement", "/UserAgreement", "/AppDownload", "/Genuine", "/Estimate", "/Help"],
];
const PRIVATE_SCREENS = [
  ...["/UserCenter", "/MyOrder", "/Successpay", "/Assets", "/Recharge", "/DepositRecord/USDT", "/InvitationCode"],
  "/Security",
];

async function expectScreen(page: Page, path: string, lang: string): Promise<void> {
  const response = await page.goto(path);
  expect(response?.status(), path).toBe(200);
  expect(new URL(page.url()).pathname, path).toBe(path.replace(/\?.*/, ""));
  await expect(page.locator("html"), path).toHaveAttribute("lang", lang);
  await expect(page.locator("h1"), path).toHaveCount(1);
  await expect(page, path).toHaveTitle(/\S/);
}

for (const [locale, lang] of LOCALES) {
  test(`every public screen answers in its language: ${locale}`, async ({ page, setLocale }) => {
    await setLocale(locale);
    for (const path of PUBLIC_SCREENS) await expectScreen(page, path, lang);

    for (const [list, detail] of [
      ["/Index/Power", "/PowerProductDetail/"],
      ["/Index/Miner", "/MinerProductDetail/"],
    ] as const) {
      await page.goto(list);
      const product = await page.locator(`main a[href*='${detail}']`).first().getAttribute("href");
      await expectScreen(page, product ?? "", lang);
    }
  });

  test(`every private screen answers in its language after signing in: ${locale}`, async ({ page, enter }) => {
    await enter(locale);
    for (const path of PRIVATE_SCREENS) await expectScreen(page, path, lang);
  });
}

test("the root redirects to the home page", async ({ page }) => {
  await page.goto("/");
  expect(new URL(page.url()).pathname).toBe("/Index/Home");
});

test("a private screen without a session redirects to the sign-in screen and says so", async ({ page, setLocale }) => {
  await setLocale("en_US");
  for (const path of PRIVATE_SCREENS) {
    await page.goto(path);
    const url = new URL(page.url());
    expect(url.pathname).toBe("/Login");
    expect(url.searchParams.get("redirectTo")).toBe(path);
    await expect(page.getByText("You haven't logged in yet!")).toBeVisible();
  }
});

test("a page that does not exist returns 404 in the visitor's language, with a link to Home", async ({
  page,
  setLocale,
}) => {
  for (const [locale, lang] of LOCALES) {
    await setLocale(locale);
    const response = await page.goto("/NoSuchPage");
    expect(response?.status()).toBe(404);
    await expect(page.locator("html")).toHaveAttribute("lang", lang);
    await expect(page.locator("h1")).toHaveCount(1);
    await expect(page.locator("a[href='/Index/Home'], a[href='/']").first()).toBeVisible();
  }
});
