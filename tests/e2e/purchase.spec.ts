import { expect, test } from "../support/journey";
import { confirmedPath, confirmPath, DONE_PATH, PRODUCT_PATH, PURCHASE, RECEIPT_PATH } from "../support/purchase-paths";
import { buyButton, code, expectOrders, payButton, quantity, sheet, toCode } from "../support/shopping";
import { LOCALES, TEXTS } from "../support/texts";

for (const locale of LOCALES) {
  const t = TEXTS[locale];

  test(`Home, product, sign-in with a second step, quantity, confirmation, code, receipt, order: ${locale} @both`, async ({
    page,
    sandbox,
    account,
    signIn,
    setLocale,
    pay,
  }) => {
    await setLocale(locale);
    await page.goto("/");
    await page.locator(`main a[href="${PRODUCT_PATH}"]`).first().click();
    await expect(page).toHaveURL(PRODUCT_PATH);
    await quantity(page).fill("12");
    await expect(buyButton(page)).toHaveText(t("PowerProductDetail.signIn"));
    await buyButton(page).click();
    await expect(page).toHaveURL(/\/Login\?redirectTo=/);
    await expect(page.getByText(t("errors.notLoggedIn"))).toBeVisible();

    await signIn(page, account, "this form");
    await expect(page).toHaveURL(`${PRODUCT_PATH}?buyAmount=12`);
    await expect(quantity(page)).toHaveValue("12");
    await expect(page.locator("main")).toContainText("1,000,000 USDT");
    await buyButton(page).click();

    await expect(page).toHaveURL(confirmPath("12"));
    await expect(sheet(page)).toHaveAccessibleName(t("PowerProductDetail.confirmTitle"));
    for (const line of ["12 T", "15.50 USDT", "186.00 USDT", "20%", "T+1", "1,000,000", "999,814"]) {
      await expect(sheet(page)).toContainText(line);
    }
    await expect(sheet(page)).toContainText(t("PowerProductDetail.confirmRisk"));
    await sheet(page)
      .getByRole("link", { name: t("common.next"), exact: true })
      .click();

    await expect(page).toHaveURL(confirmedPath("12", "186"));
    await expect(sheet(page)).toHaveAccessibleName(
      t("PowerProductDetail.codePay", { amount: "186.00", symbol: "USDT" }),
    );
    await expect(payButton(page)).toHaveText(t("PowerProductDetail.codePay", { amount: "186.00", symbol: "USDT" }));
    await pay();

    await expect(page).toHaveURL("/Successpay?tokenAmount=12&payAmount=186&paySymbol=USDT");
    await expect(page.getByText(t("Order.paid"))).toBeVisible();
    await expect(page.locator("main")).toContainText("12 T");
    await expect(page.locator("main")).toContainText("186.00 USDT");

    await page.goto("/MyOrder");
    const order = page.locator("main tbody tr");
    await expect(order).toHaveCount(1);
    await expect(order).toContainText("12 T");
    await expect(order).toContainText("186.00 USDT");
    await expect(order.locator(".tag")).toHaveText(t("MyOrder.paid"));
    expect(await sandbox.calls(PURCHASE)).toBe(1);
  });
}

test("Back and Forward go one step at a time @long @both", async ({ page, startPayment, pay }) => {
  await startPayment("en_US");
  await page.goBack();
  await expect(page).toHaveURL(confirmPath("3"));
  await expect(sheet(page)).toContainText("46.50 USDT");
  await page.goBack();
  await expect(page).toHaveURL(PRODUCT_PATH);
  await expect(sheet(page)).toHaveCount(0);
  await expect(quantity(page)).toHaveValue("3");
  await page.goForward();
  await page.goForward();
  await expect(page).toHaveURL(confirmedPath("3", "46.5"));
  await pay();
  await expect(page).toHaveURL(RECEIPT_PATH);
});

test("after paying, Back and reload report the purchase, pay nothing and show no payment form @scripts", async ({
  page,
  sandbox,
  startPayment,
  pay,
}) => {
  await startPayment("en_US");
  await pay();
  await expect(page).toHaveURL(RECEIPT_PATH);
  await page.goBack();
  for (const load of [() => Promise.resolve(), () => page.reload()]) {
    await load();
    await expect(page).toHaveURL(DONE_PATH);
    await expect(sheet(page)).toHaveAccessibleName(TEXTS.en_US("Purchase.doneTitle"));
    await expect(code(page)).toHaveCount(0);
    await expect(buyButton(page)).toHaveCount(0);
  }
  expect(await sandbox.calls(PURCHASE)).toBe(1);
  await expectOrders(page, 1);
});

test("a double click on the pay button makes one order @scripts", async ({ page, sandbox, account, startPayment }) => {
  await startPayment("en_US");
  await sandbox.fail(PURCHASE, { kind: "latency", ms: 700 }, { times: 1 });
  await code(page).fill(await sandbox.code(account.email, "google"));
  await payButton(page).dblclick();
  await expect(page).toHaveURL(RECEIPT_PATH);
  expect(await sandbox.calls(PURCHASE)).toBe(1);
  await expectOrders(page, 1);
});

test("two tabs, each with a quote, buy twice only with two codes @long", async ({
  page,
  context,
  sandbox,
  account,
  enter,
  pay,
}) => {
  await enter("en_US");
  await toCode(page, "3");
  const second = await context.newPage();
  await toCode(second, "4");
  const digits = await sandbox.code(account.email, "google");
  await code(page).fill(digits);
  await payButton(page).click();
  await expect(page).toHaveURL(RECEIPT_PATH);
  // The code is used up. The other tab's sheet stays, although the first purchase ended their common flow.
  await code(second).fill(digits);
  await payButton(second).click();
  await expect(sheet(second).locator("#pay-googleCode-error")).toContainText(TEXTS.en_US("errors.code"));
  await expect(code(second)).toHaveValue("");
  await expect(payButton(second)).toContainText("62.00 USDT");
  await pay(second);
  await expect(second).toHaveURL("/Successpay?tokenAmount=4&payAmount=62&paySymbol=USDT");
  await expectOrders(page, 2);
});
