import { getText } from "~server/texts/text";
import { expect, test } from "../support/journey";
import { CHANGING, CHANGING_PATH, confirmedPath, confirmPath, PRODUCT_PATH, PURCHASE } from "../support/purchase-paths";
import { code, payButton, quantity, sheet, toCode } from "../support/shopping";
import { LOCALES } from "../support/texts";

/** Changes on the upstream between the confirmation and the code, in each language, with scripts and without. */

const SCARCE = "1005";
const SCARCE_PATH = `/PowerProductDetail/${SCARCE}`;

for (const locale of LOCALES) {
  const t = getText(locale);

  test(
    `terms that change before the payment are named and have to be confirmed again: ${locale}`,
    { tag: "@scripts" },
    async ({ page, sandbox, enter, pay }) => {
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
    },
  );

  test(
    `a product that another buyer has emptied meanwhile is shown as it is, with the reason: ${locale}`,
    { tag: ["@long", "@scripts"] },
    async ({ page, sandbox, enter, pay }) => {
      await sandbox.setProduct(SCARCE, { stock: "9" });
      await enter(locale);
      await toCode(page, "3", SCARCE_PATH);
      await sandbox.setProduct(SCARCE, { stock: "0" });
      await pay();
      await expect(page).toHaveURL(`${SCARCE_PATH}?buyAmount=3`);
      const toast = page.locator(".toast");
      await expect(toast).toContainText(t("errors.outOfStock"));
      await expect(toast).toContainText(t("errors.nothingCharged"));
      await expect(sheet(page)).toHaveCount(0);
      await expect(code(page)).toHaveCount(0);
      await expect(page.locator(".low-bar button")).toHaveText(t("Product.soldOut"));
      await expect(page.locator(".low-bar button")).toBeDisabled();
      expect(await sandbox.calls(PURCHASE)).toBe(0);
    },
  );

  test(
    `a confirmation that ran out while its code was looked for comes back with its quantity: ${locale}`,
    { tag: ["@long", "@scripts"] },
    async ({ page, context, baseURL, environment, enter }) => {
      await enter(locale);
      await toCode(page, "7");
      const [name = "", value = ""] =
        /^([^=]+)=([^;]*)/.exec(await environment.expiredFlow(await context.cookies()))?.slice(1) ?? [];
      await context.addCookies([{ name, value, url: baseURL ?? "" }]);
      await page.reload();
      await expect(page).toHaveURL(`${PRODUCT_PATH}?buyAmount=7`);
      await expect(page.getByRole("alert").filter({ hasText: t("errors.quoteExpired") })).toBeVisible();
      await expect(quantity(page)).toHaveValue("7");
    },
  );
}
