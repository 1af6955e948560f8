import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/journey";
import { sideways } from "../support/sideways";

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const LOCALES = ["el_GR", "en_US"] as const;

async function violations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
  );
}

test.describe("axe", () => {
  // It looks at pages from inside, which a policy without scripts would not let it.
  test.use({ bypassCSP: true, contextOptions: { reducedMotion: "reduce" } });

  for (const colorScheme of ["light", "dark"] as const) {
    test.describe(colorScheme, () => {
      test.use({ colorScheme });

      for (const locale of LOCALES) {
        test(`finds no WCAG 2.2 AA violation on Home and Power: ${locale}`, async ({ page, setLocale }) => {
          await setLocale(locale);
          for (const path of ["/Index/Home", "/Index/Power", "/Index/Power?page=2"]) {
            await page.goto(path);
            expect(await violations(page), path).toEqual([]);
            await page.locator("details.menu summary").click();
            await expect(page.locator("nav.menu-panel")).toBeVisible();
            expect(await violations(page), `${path}, menu open`).toEqual([]);
          }
        });
      }
    });
  }
});

const PAGES = ["/Index/Home", "/Index/Power", "/Login", "/PowerProductDetail/1001"];

for (const locale of LOCALES) {
  test.describe("at 320 px", () => {
    test.use({ viewport: { width: 320, height: 640 } });

    test(`nothing scrolls sideways: ${locale}`, async ({ page, setLocale }) => {
      await setLocale(locale);
      for (const path of PAGES) {
        await page.goto(path);
        expect(await sideways(page), path).toEqual([]);
      }
      await page.goto("/Index/Home");
      await page.locator("details.menu summary").click();
      expect(await sideways(page), "menu open").toEqual([]);
    });
  });
}
