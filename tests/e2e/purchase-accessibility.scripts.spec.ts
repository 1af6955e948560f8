import type { Page } from "@playwright/test";
import { AXE_OPTIONS, expectAccessible } from "../support/axe";
import { expect, test } from "../support/journey";
import { PRODUCT_PATH } from "../support/purchase-paths";
import { buyButton, openHydrated, payWithWrongCode, quantity, toCode, toConfirm } from "../support/shopping";

test.use(AXE_OPTIONS);

/** How wide the edges of some surfaces are where the visitor's colours replace the page's. */
async function edges(page: Page, surfaces: string): Promise<string[]> {
  await page.emulateMedia({ forcedColors: "active" });
  const widths = await page
    .locator(surfaces)
    .evaluateAll((elements) => elements.map((element) => getComputedStyle(element).borderTopWidth));
  await page.emulateMedia({ forcedColors: null });
  return Array.from(new Set(widths));
}

// The changes by scripts do not depend on the language.
for (const locale of ["en_US"] as const) {
  test(
    `axe finds no violation of WCAG 2.2 AA on the pages from the product to the order: ${locale}`,
    { tag: "@long" },
    async ({ page, account, signIn, setLocale, pay }) => {
      test.slow();
      await setLocale(locale);
      await page.goto(PRODUCT_PATH);
      await expectAccessible(page);
      await quantity(page).fill("900");
      await buyButton(page).click();
      await expect(page.locator("#buy-buyAmount-error")).toBeVisible();
      await expectAccessible(page);

      await signIn(page, account);
      await page.goto("/MyOrder");
      await expectAccessible(page);
      await page.goto(PRODUCT_PATH);
      await expectAccessible(page);
      await toConfirm(page);
      await expectAccessible(page);
      expect(await edges(page, ".sheet, .card, .note"), "edges in the visitor's own colours").toEqual(["1px"]);
      await toCode(page);
      await expectAccessible(page);
      await payWithWrongCode(page);
      await expectAccessible(page);
      await pay();
      await expect(page).toHaveURL(/\/Successpay/);
      await expectAccessible(page);
      await page.goto("/Successpay");
      await expectAccessible(page);
      await page.goto("/MyOrder");
      await expect(page.locator("main article")).toHaveCount(1);
      await expectAccessible(page);
    },
  );

  test(`axe finds no violation of WCAG 2.2 AA on the toast of a quantity: ${locale} @long`, async ({
    page,
    setLocale,
  }) => {
    await setLocale(locale);
    await openHydrated(page);
    await quantity(page).fill("900");
    await quantity(page).blur();
    await expect(page.getByRole("alert")).toBeVisible();
    await expectAccessible(page);
    expect(await edges(page, ".toast")).toEqual(["1px"]);
  });
}
