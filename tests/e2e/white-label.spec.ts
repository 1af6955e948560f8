import { readFileSync } from "node:fs";
import { expect, test } from "../support/journey";
import { TEXTS } from "../support/texts";

/** The example brand, which `npm run demo -- --brand example` shows too. */

const BRAND = new URL("../../content/example/", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, BRAND), "utf8");
const company = JSON.parse(read("company.json")) as Record<string, string>;

for (const locale of ["el_GR", "en_US"] as const) {
  const t = TEXTS[locale];
  const own = JSON.parse(read(`texts.${locale}.json`)) as Record<string, string>;
  const [, terms = ""] = /^# (.+)$/m.exec(read(`legal/agreement.${locale}.md`)) ?? [];
  const [, version = ""] = /^version: (.+)$/m.exec(read(`legal/agreement.${locale}.md`)) ?? [];

  test(`a brand of one's own: texts, company, terms and colours: ${locale}`, async ({
    page,
    brandEnvironment,
    setLocale,
  }) => {
    const { url } = brandEnvironment.storefront;
    await setLocale(locale);
    const response = await page.goto(`${url}/Index/Home`);
    expect(response?.headers()["content-security-policy"]).toMatch(/style-src 'self'(?: 'sha256-[\w+/=]+')+/);
    await expect(page.locator("h1")).toHaveText(own["Home.headline"] ?? "");
    await expect(page.locator("footer address")).toContainText(company["name"] ?? "");
    await expect(page.locator("footer address a")).toHaveText([company["email"] ?? "", company["phone"] ?? ""]);

    await page.goto(`${url}/Index/AboutUs`);
    await expect(page.locator("main")).toContainText(company["registration"] ?? "");

    await page.goto(`${url}/UserAgreement`);
    await expect(page.locator("h1")).toHaveText(terms);
    await expect(page.locator("main")).toContainText(t("Legal.agreementEdition", { version, time: "2026-03-02" }));
    await expect(page.locator("main nav.contents a")).toHaveCount(4);
    await page.goto(`${url}/PrivacyAgreement`);
    await expect(page.locator("h1")).toHaveText(t("common.privacy"));

    await page.goto(`${url}/Register?step=agreement`);
    await expect(page.getByRole("dialog").getByRole("heading", { name: terms })).toBeVisible();
  });

  test(
    `a page with scripts has the company too: ${locale}`,
    { tag: ["@long", "@scripts"] },
    async ({ page, brandEnvironment, setLocale }) => {
      await setLocale(locale);
      await page.goto(`${brandEnvironment.storefront.url}/Index/Power`);
      await expect(page.locator("footer address")).toContainText(company["address"] ?? "");
    },
  );
}

test(
  "a browser shows the theme's colours, in both schemes",
  { tag: ["@long", "@browser"] },
  async ({ page, brandEnvironment }) => {
    const accent = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--accent"));
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto(`${brandEnvironment.storefront.url}/Index/Home`);
    expect(await accent()).toBe("#7a1fa2");
    await expect(page.locator("main a.button").first()).toHaveCSS("background-color", "rgb(122, 31, 162)");
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await accent()).toMatch(/^#(?!5cc8b2)[\da-f]{6}$/);
  },
);
