import { AXE_OPTIONS, expectAccessible } from "../support/axe";
import { expect, test } from "../support/journey";
import {
  buyButton,
  CONFIRM_PATH,
  hydrated,
  LOCALES,
  OUTCOME_PATH,
  payWithCode,
  payWithWrongCode,
  PRODUCT_PATH,
  PURCHASE,
  quantity,
  toCode,
  toConfirm,
} from "../support/shopping";

test.use(AXE_OPTIONS);

for (const locale of LOCALES) {
  test(`axe finds no violation of WCAG 2.2 AA on the way to the receipt and the order: ${locale}`, async ({
    page,
    sandbox,
    account,
    signIn,
    setLocale,
  }) => {
    test.slow();
    await setLocale(locale);
    await page.goto(PRODUCT_PATH);
    await expectAccessible(page);
    await quantity(page).fill("900");
    await buyButton(page).click();
    await expect(page.locator("#summary")).toBeVisible();
    await expectAccessible(page);

    await signIn(page, account);
    await page.goto("/MyOrder");
    await expectAccessible(page);
    await page.goto(PRODUCT_PATH);
    await expectAccessible(page);
    await toConfirm(page);
    await expectAccessible(page);
    await toCode(page);
    await expectAccessible(page);
    await payWithWrongCode(page);
    await expectAccessible(page);
    await payWithCode(page, sandbox, account.email);
    await expect(page).toHaveURL(/\/Successpay/);
    await expectAccessible(page);
    await page.goto("/Successpay");
    await expectAccessible(page);
    await page.goto("/MyOrder");
    await expect(page.locator("main article")).toHaveCount(1);
    await expectAccessible(page);
  });

  test(`axe finds no violation of WCAG 2.2 AA on the toast of a quantity: ${locale}`, async ({ page, setLocale }) => {
    await setLocale(locale);
    await page.goto(PRODUCT_PATH);
    await hydrated(page);
    await quantity(page).fill("900");
    await quantity(page).blur();
    await expect(page.getByRole("alert")).toBeVisible();
    await expectAccessible(page);
  });

  test(`axe finds no violation of WCAG 2.2 AA where something is wrong: ${locale}`, async ({
    page,
    sandbox,
    account,
    signIn,
    setLocale,
  }) => {
    test.slow();
    await setLocale(locale);
    for (const id of ["1003", "1006", "1007", "424242"]) {
      await page.goto(`/PowerProductDetail/${id}`);
      await expectAccessible(page);
    }
    await signIn(page, account);
    await toConfirm(page);
    await sandbox.fail("getUserAccountByUid", { kind: "html" });
    await page.goto(CONFIRM_PATH);
    await expectAccessible(page);
    await page.goto(PRODUCT_PATH);
    await expectAccessible(page);
    await sandbox.heal();
    await toCode(page);
    await sandbox.fail(PURCHASE, { kind: "reset", after: "nothing" }, { times: 1 });
    await payWithCode(page, sandbox, account.email);
    await expect(page).toHaveURL(OUTCOME_PATH);
    await expectAccessible(page);
    await page.goto(PRODUCT_PATH);
    await expectAccessible(page);
    await sandbox.fail("getOrderList", { kind: "html" });
    await page.goto("/MyOrder");
    await expectAccessible(page);
  });
}
