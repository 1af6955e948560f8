import { expect, test } from "../support/journey";
import {
  CODE_PATH,
  confirmedPath,
  confirmPath,
  DONE_PATH,
  PRODUCT_PATH,
  PURCHASE,
  RECEIPT_PATH,
} from "../support/purchase-paths";
import {
  buyButton,
  code,
  expectOrders,
  payButton,
  payWithWrongCode,
  quantity,
  sheet,
  toCode,
  toConfirm,
} from "../support/shopping";
import { LOCALES, TEXTS } from "../support/texts";

for (const locale of LOCALES) {
  const t = TEXTS[locale];

  test(
    `Home, product, sign-in with a second step, quantity, confirmation, code, receipt, order: ${locale}`,
    { tag: ["@scripts", "@no-scripts"] },
    async ({ page, sandbox, account, signIn, setLocale, pay }) => {
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
      for (const line of ["12 T", "15.50 USDT", "186.00 USDT", "20%", "T+1", "1,000,000 USDT", "999,814 USDT"]) {
        await expect(sheet(page)).toContainText(line);
      }
      await expect(sheet(page)).toContainText(t("PowerProductDetail.confirmRisk"));
      await sheet(page)
        .getByRole("link", { name: t("common.next"), exact: true })
        .click();

      await expect(page).toHaveURL(confirmedPath("12", "186"));
      await expect(sheet(page)).toHaveAccessibleName(t("PowerProductDetail.codeTitle"));
      await expect(payButton(page)).toHaveText(t("PowerProductDetail.codePay", { amount: "186.00", symbol: "USDT" }));
      await pay();

      await expect(page).toHaveURL("/Successpay?tokenAmount=12&payAmount=186&paySymbol=USDT");
      await expect(page.getByText(t("Successpay.paid"))).toBeVisible();
      await expect(page.locator("main")).toContainText("12 T");
      await expect(page.locator("main")).toContainText("186.00 USDT");

      await page.getByRole("link", { name: t("MyOrder.title") }).click();
      await expect(page).toHaveURL("/MyOrder");
      const order = page.locator("main article");
      await expect(order).toHaveCount(1);
      await expect(order).toContainText("12 T");
      await expect(order).toContainText("186.00 USDT");
      await expect(order.locator(".tag")).toHaveText(t("MyOrder.paid"));
      expect(await sandbox.calls(PURCHASE)).toBe(1);
    },
  );

  test(`a quantity that cannot be bought is refused on the page, which preserves what was typed: ${locale}`, async ({
    page,
    setLocale,
  }) => {
    await setLocale(locale);
    await page.goto(PRODUCT_PATH);
    for (const [typed, message] of [
      ["", t("errors.quantityRequired")],
      ["1.234", t("errors.quantityInvalid")],
      ["0.5", t("errors.quantityMin", { min: "1" })],
      ["200.5", t("errors.outOfStock")],
      ["2.5", t("errors.quantityStep", { step: "1", nearest: "2 / 3" })],
    ] as const) {
      await quantity(page).fill(typed);
      await quantity(page).press("Enter");
      await expect(page.locator("#buy-buyAmount-error"), typed).toHaveText(message);
      await expect(quantity(page), typed).toHaveValue(typed);
      await expect(quantity(page), typed).toHaveAttribute("aria-invalid", "true");
      await expect(page.locator("#summary"), typed).toHaveCount(0);
      await expect(quantity(page), typed).toHaveAttribute("autofocus");
    }
  });
}

test("− and + change the quantity by one step within the limits", async ({ page }) => {
  await page.goto("/PowerProductDetail/1002");
  const [less, more] = [page.locator("button[value=decrease]"), page.locator("button[value=increase]")];
  await expect(quantity(page)).toHaveValue("0.5");
  await less.click();
  await expect(quantity(page)).toHaveValue("0.5");
  for (const value of ["1", "1.5", "2"]) {
    await more.click();
    await expect(quantity(page)).toHaveValue(value);
  }
  await expect(page.locator("main")).toContainText("17.60 USDT");
  await quantity(page).fill("49.7");
  await less.click();
  await expect(quantity(page)).toHaveValue("49.5");
  await quantity(page).fill("9999");
  await more.click();
  await expect(quantity(page)).toHaveValue("50");
});

test("Enter in the quantity field buys, and does not decrease", async ({ page, account, signIn }) => {
  await signIn(page, account);
  await page.goto(PRODUCT_PATH);
  await quantity(page).fill("3");
  await quantity(page).press("Enter");
  await expect(page).toHaveURL(confirmPath("3"));
  await expect(sheet(page)).toContainText("46.50 USDT");
});

test("a wrong code leaves the sheet, with the message; the right one pays", async ({ page, startPayment, pay }) => {
  const t = TEXTS.en_US;
  await startPayment("en_US");
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await payWithWrongCode(page);
    await expect(sheet(page).locator("#pay-googleCode-error")).toContainText(t("errors.code"));
    await expect(page).toHaveURL(confirmedPath("3", "46.5"));
  }
  await pay();
  await expect(page).toHaveURL(RECEIPT_PATH);
  await expectOrders(page, 1);
});

test("a refresh on each step shows that step again", async ({ page, account, signIn, pay }) => {
  await signIn(page, account);
  await toConfirm(page);
  await page.reload();
  await expect(sheet(page)).toContainText("46.50 USDT");
  await sheet(page).locator(`a[href^="${CODE_PATH}"]`).click();
  await expect(code(page)).toBeVisible();
  await page.reload();
  await pay();
  await expect(page).toHaveURL(RECEIPT_PATH);
  await page.reload();
  await expect(page.locator("main")).toContainText("46.50 USDT");
  await expectOrders(page, 1);
});

for (const locale of LOCALES) {
  test(
    `a confirmation that was left for longer than its cookie lasts keeps its quantity ${locale}`,
    { tag: ["@scripts", "@browser"] },
    async ({ page, context, enter }) => {
      await enter(locale);
      const next = () => sheet(page).locator(`a[href^="${CODE_PATH}"]`).click();
      for (const go of [() => page.reload(), next]) {
        await toConfirm(page, "7");
        await context.clearCookies({ name: "flow" });
        await go();
        await expect(page).toHaveURL(`${PRODUCT_PATH}?buyAmount=7`);
        await expect(quantity(page)).toHaveValue("7");
        await expect(page.locator("body")).toContainText(TEXTS[locale]("errors.stepExpired"));
      }
    },
  );
}

test(
  "back goes one step at a time, and forward again",
  { tag: ["@long", "@scripts", "@browser"] },
  async ({ page, startPayment, pay }) => {
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
  },
);

test(
  "after paying, back and a refresh say that it is done, pay nothing and show no form that pays",
  { tag: ["@scripts", "@browser"] },
  async ({ page, sandbox, startPayment, pay }) => {
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
  },
);

test("closing a sheet leads to the step below and preserves the quantity", async ({ page, account, signIn }) => {
  await signIn(page, account);
  await toCode(page, "7");
  await sheet(page).locator(".sheet-head a").click();
  await expect(page).toHaveURL(confirmPath("7"));
  await sheet(page).locator(".sheet-head a").click();
  await expect(page).toHaveURL(`${PRODUCT_PATH}?buyAmount=7`);
  await expect(quantity(page)).toHaveValue("7");
});

test(
  "a double click on the button that pays makes one order",
  { tag: ["@scripts", "@browser"] },
  async ({ page, sandbox, account, startPayment }) => {
    await startPayment("en_US");
    await sandbox.fail(PURCHASE, { kind: "latency", ms: 700 }, { times: 1 });
    await code(page).fill(await sandbox.code(account.email, "google"));
    await payButton(page).dblclick();
    await expect(page).toHaveURL(RECEIPT_PATH);
    expect(await sandbox.calls(PURCHASE)).toBe(1);
    await expectOrders(page, 1);
  },
);

test("two tabs on one quote get one receipt, and one order", async ({ page, sandbox, account, startPayment }) => {
  await startPayment("en_US");
  const second = await page.context().newPage();
  await second.goto(CODE_PATH);
  const digits = await sandbox.code(account.email, "google");
  for (const tab of [page, second]) {
    await code(tab).fill(digits);
    await payButton(tab).click();
    await expect(tab).toHaveURL(RECEIPT_PATH);
    await expect(tab.locator("main")).toContainText("46.50 USDT");
  }
  expect(await sandbox.calls(PURCHASE)).toBe(1);
  await expectOrders(page, 1);
});

test("two tabs with a quote each buy twice only with two codes", async ({
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
  // The code is used up. The other tab's sheet stays, though the first purchase has ended the flow that both share.
  await code(second).fill(digits);
  await payButton(second).click();
  await expect(sheet(second).locator("#pay-googleCode-error")).toContainText(TEXTS.en_US("errors.code"));
  await expect(code(second)).toHaveValue("");
  await expect(payButton(second)).toContainText("62.00 USDT");
  await pay(second);
  await expect(second).toHaveURL("/Successpay?tokenAmount=4&payAmount=62&paySymbol=USDT");
  await expectOrders(page, 2);
});
