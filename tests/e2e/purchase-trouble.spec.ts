import { expect, test } from "../support/journey";
import { confirmPath, OUTCOME_PATH, PRODUCT_PATH, PURCHASE, RECEIPT_PATH } from "../support/purchase-paths";
import { buyButton, expectOrders, quantity, sheet } from "../support/shopping";
import { LOCALES, TEXTS } from "../support/texts";

for (const locale of LOCALES) {
  const t = TEXTS[locale];

  test(`a purchase without a response leads to the "unknown" page, which finds its order: ${locale} @scripts`, async ({
    page,
    sandbox,
    startPayment,
    pay,
  }) => {
    await startPayment(locale);
    await sandbox.fail(PURCHASE, { kind: "lost" }, { times: 1 });
    await pay();
    await expect(page).toHaveURL(OUTCOME_PATH);
    await expect(sheet(page)).toHaveAccessibleName(t("Purchase.unknownMade"));
    expect(await sandbox.calls(PURCHASE)).toBe(1);
    // The page under the sheet shows the same state: the product can be bought again.
    await expect(quantity(page)).toHaveCount(1);

    await sheet(page)
      .getByRole("link", { name: t("Purchase.toReceipt") })
      .click();
    await expect(page).toHaveURL(RECEIPT_PATH);
    await expect(page.getByText(t("Order.paid"))).toBeVisible();
    await page.getByRole("link", { name: t("Purchase.toOrder") }).click();
    await expect(page).toHaveURL(/\/MyOrder\/\d+$/);
    await expectOrders(page, 1);

    // Buying again takes an extra press that says so.
    await page.goto(PRODUCT_PATH);
    await quantity(page).fill("3");
    await buyButton(page).click();
    await expect(sheet(page)).toHaveAccessibleName(t("Purchase.againFound"));
    await sheet(page)
      .getByRole("button", { name: t("Purchase.againButton", { quantity: "3" }) })
      .click();
    await expect(page).toHaveURL(confirmPath("3"));
    expect(await sandbox.calls(PURCHASE)).toBe(1);
  });
}
