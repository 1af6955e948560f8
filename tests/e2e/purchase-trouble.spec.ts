import { expect, test } from "../support/journey";
import {
  CODE_PATH,
  CONFIRM_PATH,
  confirmedPath,
  confirmPath,
  OUTCOME_PATH,
  PRODUCT_PATH,
  PURCHASE,
  RECEIPT_PATH,
} from "../support/purchase-paths";
import { buyButton, code, expectOrders, payButton, quantity, sheet } from "../support/shopping";
import { LOCALES, TEXTS } from "../support/texts";

for (const locale of LOCALES) {
  const t = TEXTS[locale];

  test(
    `a session that is over when Buy is pressed: to the root, and by the next sign-in back to the product: ${locale}`,
    { tag: ["@long", "@scripts"] },
    async ({ page, sandbox, account, enter, signIn }) => {
      await enter(locale);
      await page.goto(PRODUCT_PATH);
      await sandbox.expireSessions(account.email);
      await quantity(page).fill("3");
      await buyButton(page).click();
      await expect(page).toHaveURL("/Index/Home");
      await expect(page.getByText(t("errors.sessionExpired"))).toBeVisible();
      await signIn(page, account, "form");
      await expect(page).toHaveURL(PRODUCT_PATH);
      await expect(quantity(page)).toHaveValue("3");
    },
  );

  test(
    `a purchase whose response is lost ends on the unknown page, which finds its order: ${locale}`,
    { tag: "@scripts" },
    async ({ page, sandbox, startPayment, pay }) => {
      await startPayment(locale);
      await sandbox.fail(PURCHASE, { kind: "lost" }, { times: 1 });
      await pay();
      await expect(page).toHaveURL(OUTCOME_PATH);
      await expect(sheet(page)).toHaveAccessibleName(t("Purchase.unknownMade"));
      expect(await sandbox.calls(PURCHASE)).toBe(1);
      // The page under the sheet is of the same moment: the product can be bought again.
      await expect(quantity(page)).toHaveCount(1);

      await sheet(page)
        .getByRole("link", { name: t("Purchase.toReceipt") })
        .click();
      await expect(page).toHaveURL(RECEIPT_PATH);
      await expect(page.getByText(t("Successpay.paid"))).toBeVisible();
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
    },
  );

  test(
    `an upstream that charges and reports that it is busy: the page shows the order: ${locale}`,
    { tag: ["@long", "@scripts"] },
    async ({ page, sandbox, startPayment, pay }) => {
      await startPayment(locale);
      const busy = { kind: "error", code: 20099, msg: "System busy", after: "effect" } as const;
      await sandbox.fail(PURCHASE, busy, { times: 1 });
      await pay();
      await expect(page).toHaveURL(OUTCOME_PATH);
      await expect(sheet(page)).toHaveAccessibleName(t("Purchase.unknownMade"));
      await sheet(page)
        .getByRole("link", { name: t("Purchase.toOrder") })
        .click();
      await expect(page).toHaveURL(/\/MyOrder\/\d+$/);
      // The page of the product says that it is done, and leads there too.
      await page.goto(PRODUCT_PATH);
      await page.locator("main .chip").getByText(t("Purchase.toOrder")).click();
      await expect(page).toHaveURL(/\/MyOrder\/\d+$/);
      await expectOrders(page, 1);
      expect(await sandbox.calls(PURCHASE)).toBe(1);
    },
  );

  test(
    `a refusal of no known meaning that made no order says that nothing was charged: ${locale}`,
    { tag: ["@long", "@scripts"] },
    async ({ page, sandbox, startPayment, pay }) => {
      await startPayment(locale);
      await sandbox.fail(PURCHASE, { kind: "error", code: 20099, msg: "System busy" }, { times: 1 });
      await pay();
      await expect(sheet(page).locator("#summary")).toContainText("System busy");
      await expect(sheet(page).locator("#summary")).toContainText(t("errors.nothingCharged"));
      await pay();
      await expect(page).toHaveURL(RECEIPT_PATH);
      await expectOrders(page, 1);
    },
  );

  test(`a purchase without an order blocks another try: ${locale}`, async ({ page, sandbox, startPayment, pay }) => {
    await startPayment(locale);
    await sandbox.fail(PURCHASE, { kind: "reset", after: "nothing" }, { times: 1 });
    await pay();
    await expect(page).toHaveURL(OUTCOME_PATH);
    await expect(sheet(page)).toHaveAccessibleName(t("Purchase.unknownTitle"));
    await expect(sheet(page)).toContainText(t("Purchase.unknownNotYet"));
    await sheet(page)
      .getByRole("link", { name: t("Purchase.checkAgain") })
      .click();
    await page.reload();
    await expect(sheet(page)).toContainText(t("Purchase.unknownNotYet"));

    for (const path of [CONFIRM_PATH, CODE_PATH]) {
      await page.goto(path);
      await expect(page).toHaveURL(OUTCOME_PATH);
    }
    await page.goto(PRODUCT_PATH);
    await expect(quantity(page)).toHaveCount(0);
    await page.getByRole("link", { name: t("Purchase.blockedLink") }).click();
    await expect(page).toHaveURL(OUTCOME_PATH);
    expect(await sandbox.calls(PURCHASE)).toBe(1);
    await expectOrders(page, 0);
  });

  test(`an upstream that the payment cannot reach: the page says not charged, and a second try pays: ${locale}`, async ({
    page,
    sandbox,
    startPayment,
    pay,
  }) => {
    await startPayment(locale);
    await sandbox.fail("user_info", { kind: "reset" });
    await pay();
    await expect(sheet(page).locator("#summary")).toContainText(t("errors.notCharged"));
    await expect(page).toHaveURL(confirmedPath("3", "46.5"));
    await expect(code(page)).toHaveValue("");
    await sandbox.heal();
    await pay();
    await expect(page).toHaveURL(RECEIPT_PATH);
    expect(await sandbox.calls(PURCHASE)).toBe(1);
  });

  test(`an authenticator that is not bound leads to its key with the message: ${locale}`, async ({ page, enter }) => {
    await enter(locale, { secondStep: "email", googleBound: false });
    await page.goto(PRODUCT_PATH);
    await buyButton(page).click();
    await expect(page).toHaveURL(/\/GoogleBind\?step=key&redirectTo=/);
    await expect(page.getByRole("status").filter({ hasText: t("errors.notBound") })).toBeVisible();
  });
}

test("a balance that does not suffice leads to the deposit with the message, and back to the quantity", async ({
  page,
  enter,
}) => {
  await enter("en_US", { balances: { USDT: "46.49999999" } });
  await page.goto(PRODUCT_PATH);
  await quantity(page).fill("3");
  await buyButton(page).click();
  await expect(page).toHaveURL(`/Recharge/USDT?redirectTo=${encodeURIComponent(`${PRODUCT_PATH}?buyAmount=3`)}`);
  const message = TEXTS.en_US("errors.insufficientBalance");
  await expect(page.getByRole("status").filter({ hasText: message })).toBeVisible();
});

test("a balance that cannot be read disables buying, and says why", async ({ page, sandbox, enter }) => {
  await enter("en_US");
  await sandbox.fail("getUserAccountByUid", { kind: "html" });
  await page.goto(PRODUCT_PATH);
  await expect(buyButton(page)).toBeDisabled();
  await expect(page.getByText(TEXTS.en_US("errors.balanceUnknown"))).toBeVisible();
  await quantity(page).press("Enter");
  await expect(page).toHaveURL(PRODUCT_PATH);
  await expect(page.locator("#summary")).toHaveCount(0);
});

test(
  "a session that ends during a purchase: to the root, signed out, with the message; nothing is charged",
  { tag: "@scripts" },
  async ({ page, sandbox, account, startPayment }) => {
    await startPayment("en_US");
    const digits = await sandbox.code(account.email, "google");
    await sandbox.expireSessions(account.email);
    await code(page).fill(digits);
    await payButton(page).click();
    await expect(page).toHaveURL("/Index/Home");
    await expect(page.getByText(TEXTS.en_US("errors.sessionExpired"))).toBeVisible();
    await expect(page.getByText(TEXTS.en_US("errors.nothingCharged"))).toBeVisible();
    expect(await sandbox.calls(PURCHASE)).toBe(0);
    await page.goto("/MyOrder");
    await expect(page).toHaveURL(/\/Login/);
  },
);

test("with status 0 and 2 the button is disabled and shows the status", async ({ page, setLocale }) => {
  await setLocale("en_US");
  for (const id of ["1003", "1006"]) {
    await page.goto(`/PowerProductDetail/${id}`);
    const tag = await page.locator("main .tag").first().innerText();
    const button = page.locator("main button");
    await expect(button).toBeDisabled();
    await expect(button).toHaveText(tag);
    await expect(quantity(page)).toHaveCount(0);
  }
});

test("the page of a product that does not exist links to the other products", async ({ page, setLocale }) => {
  await setLocale("en_US");
  const response = await page.goto("/PowerProductDetail/424242");
  expect(response?.status()).toBe(404);
  await page.locator("main a[href='/Index/Power']").click();
  await expect(page).toHaveURL("/Index/Power");
});
