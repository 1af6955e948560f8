import { readFileSync } from "node:fs";
import { expect, test } from "../support/journey";

/** The example brand, which `npm run demo -- --brand example` shows too. */

const BRAND = new URL("../../content/example/", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, BRAND), "utf8");
const company = JSON.parse(read("company.json")) as Record<string, string>;
const texts = JSON.parse(read("texts.en_US.json")) as Record<string, string>;

test("an operator's brand changes texts, company, terms, and the colours of both schemes", async ({
  page,
  brandEnvironment,
  setLocale,
}) => {
  const { url } = brandEnvironment.storefront;
  await setLocale("en_US");
  await page.emulateMedia({ colorScheme: "light" });
  const response = await page.goto(`${url}/Index/Home`);
  expect(response?.headers()["content-security-policy"]).toMatch(/style-src 'self'(?: 'sha256-[\w+/=]+')+/);
  await expect(page.locator("h1")).toHaveText(texts["Home.headline"] ?? "");
  await expect(page.locator("footer address")).toContainText(company["name"] ?? "");
  await expect(page.locator("main a.button").first()).toHaveCSS("background-color", "rgb(199, 138, 226)");
  await page.emulateMedia({ colorScheme: "dark" });
  const accent = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--accent"));
  expect(accent).toMatch(/^#(?!5cc8b2)[\da-f]{6}$/);

  const [, terms = ""] = /^# (.+)$/m.exec(read("legal/agreement.en_US.md")) ?? [];
  await page.goto(`${url}/UserAgreement`);
  await expect(page.locator("h1")).toHaveText(terms);
  await page.goto(`${url}/Register?step=agreement`);
  await expect(page.getByRole("dialog").getByRole("heading", { name: terms })).toBeVisible();
});
