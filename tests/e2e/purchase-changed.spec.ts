import { getText } from "~server/texts/text";
import { expect, test } from "../support/journey";
import { CHANGING, CHANGING_PATH, confirmedPath, confirmPath, PURCHASE } from "../support/purchase-paths";
import { payButton, sheet, toCode } from "../support/shopping";
import { LOCALES } from "../support/texts";

for (const locale of LOCALES) {
  const t = getText(locale);

  test(`terms that change before the payment are named and must be confirmed again: ${locale} @scripts`, async ({
    page,
    sandbox,
    enter,
    pay,
  }) => {
    await sandbox.setProduct(CHANGING, { price: "6.66", miningCycle: "360", serviceRate: "20" });
    await enter(locale);
    await toCode(page, "4", CHANGING_PATH);
    await expect(payButton(page)).toContainText("26.64 USDT");
    await sandbox.setProduct(CHANGING, { price: "7", miningCycle: "10", serviceRate: "99" });
    await pay();
    await expect(page).toHaveURL(confirmPath("4", CHANGING_PATH));
    const days = (value: string) => t("common.days", { value });
    for (const [name, before, now] of [
      [t("Product.price"), "6.66\u00a0USDT", "7.00\u00a0USDT"],
      [t("Product.cycle"), days("360"), days("10")],
      [t("Product.serviceRate"), "20%", "99%"],
    ] as const) {
      await expect(sheet(page).getByRole("alert")).toContainText(t("Purchase.change", { name, before, now }));
    }
    await expect(sheet(page)).toContainText("28.00 USDT");
    expect(await sandbox.calls(PURCHASE)).toBe(0);
    await page.reload();
    await expect(sheet(page).getByRole("alert")).toContainText(t("Purchase.termsChanged"));
    await sheet(page).locator(`a[href^="${CHANGING_PATH}?step=code"]`).click();
    await expect(page).toHaveURL(confirmedPath("4", "28"));
    await pay();
    await expect(page).toHaveURL("/Successpay?tokenAmount=4&payAmount=28&paySymbol=USDT");
  });
}
