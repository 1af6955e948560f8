import { expect, test } from "../support/journey";
import { TEXTS } from "../support/texts";

for (const locale of ["el_GR", "en_US"] as const) {
  const t = TEXTS[locale];

  test(
    `a link to an answer unfolds it alone, and a press folds it: ${locale}`,
    { tag: ["@long", "@browser"] },
    async ({ page, setLocale }) => {
      await setLocale(locale);
      await page.goto("/Help");
      await expect(page.locator("#memo")).toBeHidden();
      await page.goto("/Help#memo");
      await expect(page.locator("#memo")).toBeVisible();
      await expect(page.locator("main details[open]")).toHaveCount(1);
      const question = page.locator("details[open] > summary");
      await expect(question).toBeInViewport();
      await question.click();
      await expect(page.locator("#memo")).toBeHidden();

      await page.getByRole("searchbox").fill("Memo");
      await page.getByRole("searchbox").press("Enter");
      await expect(page.locator("#memo")).toBeVisible();
      await page
        .locator("main")
        .getByRole("link", { name: t("Help.all") })
        .click();
      await expect(page).toHaveURL("/Help");
    },
  );
}
