import { expect, test } from "../support/journey";
import { TEXTS } from "../support/texts";

/** The seed's rich account: 24 deposits of USDT, in every status. */
const RICH = { email: "demo@example.com", password: "Demo12345", id: 0 };

for (const locale of ["el_GR", "en_US"] as const) {
  const t = TEXTS[locale];

  test(`deposits by pages of ten, to the last one and back: ${locale}`, async ({
    page,
    sandbox,
    signIn,
    setLocale,
  }) => {
    await setLocale(locale);
    expect(await sandbox.calls("deposit_list")).toBe(0);
    await signIn(page, RICH);
    await page.goto("/DepositRecord/USDT");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("DepositRecord.title"));
    await expect(page.locator("article")).toHaveCount(10);
    await expect(page.locator("main")).toContainText(t("DepositRecord.count", { count: 24 }));
    for (const status of ["unconfirmed", "completed", "exception"] as const) {
      await expect(page.locator(`.tag-${status}`).first()).toHaveText(t(`DepositRecord.${status}`));
    }
    await expect(page.locator("article").first()).toContainText(/\(UTC\+8\)/);
    await expect(page.locator("article").first()).toContainText(/[0-9a-f]{64}/);

    const older = page.getByRole("link", { name: t("Pagination.older") });
    await older.click();
    await expect(page).toHaveURL("/DepositRecord/USDT?page=2");
    await older.click();
    await expect(page.locator("article")).toHaveCount(4);
    await expect(page.locator("main")).toContainText(t("Pagination.noMore"));
    await expect(older).toHaveCount(0);
    await page.getByRole("link", { name: t("Pagination.newer") }).click();
    await expect(page).toHaveURL("/DepositRecord/USDT?page=2");
  });

  test(`no deposits yet, and a list that cannot be read: ${locale}`, async ({ page, account, sandbox, enter }) => {
    await enter(locale);
    await page.goto("/DepositRecord/FIL");
    await expect(page.locator("main")).toContainText(t("DepositRecord.empty"));
    await sandbox.fail("deposit_list", { kind: "html" });
    const response = await page.reload();
    expect(response?.status()).toBe(503);
    await expect(page.locator("main")).toContainText(t("DepositRecord.unavailable"));
    await expect(page.locator("main")).not.toContainText(t("DepositRecord.empty"));
    await sandbox.heal("deposit_list");
    await sandbox.credit(account.email, "FIL", "3.5");
    await page.getByRole("link", { name: t("common.retry") }).click();
    await expect(page.locator("article")).toContainText("3.5 FIL");
  });
}
