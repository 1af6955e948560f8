import { expect, test } from "../support/journey";
import { CODE_PATH, DONE_PATH, OUTCOME_PATH, PRODUCT_PATH, PURCHASE } from "../support/purchase-paths";
import { expectOrders, sheet } from "../support/shopping";
import { LOCALES, TEXTS } from "../support/texts";

/** Long enough to kill the storefront while the upstream is paying. */
const SLOW = { kind: "latency", ms: 2_000 } as const;

for (const locale of LOCALES) {
  const t = TEXTS[locale];

  test(`a storefront killed during a payment remembers it after the restart, and does not pay again: ${locale} @long`, async ({
    page,
    environment,
    sandbox,
    problems,
    startPayment,
    pay,
  }) => {
    await startPayment(locale);
    await sandbox.fail(PURCHASE, SLOW);
    // The process is killed, so the press gets no response.
    const pressed = pay().catch(() => undefined);
    await expect.poll(() => sandbox.calls(PURCHASE)).toBe(1);
    await environment.crash();
    await pressed;
    await sandbox.heal();

    await page.goto(CODE_PATH);
    await expect(page).toHaveURL(OUTCOME_PATH);
    const checkAgain = sheet(page).getByRole("link", { name: t("Purchase.checkAgain") });
    await expect(async () => {
      if (await checkAgain.isVisible()) await checkAgain.click();
      await expect(sheet(page)).toHaveAccessibleName(t("Purchase.unknownMade"), { timeout: 1_000 });
    }).toPass();
    expect(await sandbox.calls(PURCHASE)).toBe(1);
    await expectOrders(page, 1);
    problems.length = 0;
  });

  test(`a storefront killed after a payment reports it after the restart: ${locale} @long`, async ({
    page,
    environment,
    sandbox,
    account,
    startPayment,
  }) => {
    await startPayment(locale);
    const form = page.locator("form").filter({ has: page.locator("[name=quote]") });
    const quote = await form.locator("[name=quote]").inputValue();
    const csrf = await form.locator("[name=csrf]").inputValue();
    // Drops the response, as when a phone loses its network: the browser gets neither receipt nor new flow.
    const cookies = await page.context().cookies();
    const googleCode = await sandbox.code(account.email, "google");
    const paid = await page.request.post(CODE_PATH, {
      form: { csrf, quote, googleCode },
      headers: { "Sec-Fetch-Site": "same-origin" },
      maxRedirects: 0,
    });
    expect(paid.status()).toBe(303);
    await page.context().clearCookies();
    await page.context().addCookies(cookies);
    await environment.crash();

    await page.reload();
    await expect(page).toHaveURL(DONE_PATH);
    await expect(sheet(page)).toHaveAccessibleName(t("Purchase.doneTitle"));
    await page.goto(PRODUCT_PATH);
    await expect(page.getByText(t("Purchase.doneTitle"))).toBeVisible();
    await expectOrders(page, 1);
    expect(await sandbox.calls(PURCHASE)).toBe(1);
  });
}
