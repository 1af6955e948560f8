import { followFromHome } from "../support/from-home";
import { expect, test } from "../support/journey";
import { TEXTS } from "../support/texts";

const PAGE = "/Index/AboutUs";

for (const locale of ["el_GR", "en_US"] as const) {
  const t = TEXTS[locale];

  test(`from the menu to the claims, and through the bulk order service to a form about it: ${locale}`, async ({
    page,
    setLocale,
  }) => {
    await setLocale(locale);
    await followFromHome(page, "menu", t("common.about"));
    await expect(page).toHaveURL(PAGE);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("AboutUs.headline"));
    for (const figure of ["0", "10+", "100,000+", "600 P+", "1.5P"]) {
      await expect(page.locator(".figures dd").getByText(figure, { exact: true })).toBeVisible();
    }
    await expect(page.locator("main")).toContainText(t("claims.technicalFigure"));

    await page.getByRole("link", { name: t("AboutUs.bulkAsk") }).click();
    await expect(page).toHaveURL("/LeavingMessage?topic=bulk");
    await expect(page.getByLabel(t("LeavingMessage.message"))).toHaveValue(t("LeavingMessage.bulkQuestion"));
    // Back leads to where the visitor came from.
    await page.getByRole("link", { name: t("common.back"), exact: true }).click();
    await expect(page).toHaveURL(PAGE);
  });
}
