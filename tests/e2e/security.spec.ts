import { expect, test } from "../support/journey";
import { toCode } from "../support/shopping";
import { TEXTS } from "../support/texts";

for (const locale of ["el_GR", "en_US"] as const) {
  const t = TEXTS[locale];

  test(`a word of one's own, seen where one pays; then signed out everywhere: ${locale}`, async ({
    page,
    enterByForm,
  }) => {
    await enterByForm(locale);
    await page.goto("/UserCenter");
    await page.locator("main nav a[href='/Security']").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("Security.title"));
    await expect(page.locator("main")).toContainText(t("Security.thisOne"));
    const checklist = page.locator(".checklist");
    await expect(checklist.locator("h2")).toHaveText(t("Security.protected", { on: 2, of: 3 }));
    await expect(checklist.locator("h3").first()).toHaveText(t("Security.word"));
    await page.locator("[name=antiPhishingCode]").fill("blue whale");
    await page.getByRole("button", { name: t("Security.wordSave") }).click();
    await expect(page.locator(".own-word")).toHaveText("blue whale");
    await expect(checklist.locator("h2")).toHaveText(t("Security.protected", { on: 3, of: 3 }));
    await expect(page.locator("[name=antiPhishingCode]")).toBeHidden();
    await checklist.locator("summary").click();
    await expect(page.locator("[name=antiPhishingCode]")).toBeVisible();

    await page.goto("/Recharge/BTC");
    await expect(page.locator("main")).toContainText("blue whale");
    await toCode(page, "1");
    await expect(page.getByRole("dialog")).toContainText("blue whale");

    await page.goto("/Security");
    await page.getByRole("link", { name: t("Security.everywhere") }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: t("Security.everywhere") })
      .click();
    await expect(page).toHaveURL("/Index/Home");
    await expect(page.getByRole("status").first()).toContainText(t("Security.everywhereDone"));
    await page.goto("/Security");
    await expect(page).toHaveURL("/Login?redirectTo=%2FSecurity");
  });
}
