import { expect, test } from "../support/journey";
import { toCode } from "../support/shopping";
import { sideways } from "../support/sideways";
import { TEXTS } from "../support/texts";

for (const locale of ["el_GR", "en_US"] as const) {
  const t = TEXTS[locale];

  test(`from the account centre to the assets, and on to a deposit: ${locale}`, async ({ page, enter }) => {
    await enter(locale, { balances: { USDT: "1234.56789", XCH: "2" } });
    await page.goto("/UserCenter");
    await page.locator("main a[href='/Assets']").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("Assets.title"));
    await expect(page.locator("main")).toContainText("1,258.3678 USDT");
    const coin = (symbol: string) =>
      page.locator("article", { has: page.getByRole("heading", { name: symbol, exact: true }) });
    await expect(coin("USDT")).toContainText("1,234.5678");
    await expect(page.locator("article h2").first()).toHaveText("USDT");
    await expect(coin("XCH").getByRole("link"), "closed: only its record").toHaveText([t("DepositRecord.title")]);
    await coin("USDT")
      .getByRole("link", { name: t("DepositRecord.toRecharge", { coin: "USDT" }) })
      .click();
    await expect(page).toHaveURL("/Recharge/USDT");
    await page.goBack();
    await coin("XCH")
      .getByRole("link", { name: t("Recharge.record", { coin: "XCH" }) })
      .click();
    await expect(page).toHaveURL("/DepositRecord/XCH");
  });
}

for (const locale of ["el_GR", "en_US"] as const) {
  const t = TEXTS[locale];

  test(`zeros and amounts are hidden by switches, stay so, and are shown again: ${locale}`, async ({ page, enter }) => {
    await enter(locale, { balances: { USDT: "1234.5" } });
    await page.goto("/Assets");
    const press = (part: "zeros" | "amounts") => page.getByRole("button", { name: t(`Assets.hide-${part}`) }).click();
    await expect(page.locator("main article")).toHaveCount(7);
    await press("zeros");
    await expect(page).toHaveURL("/Assets");
    await expect(page.locator("main article h2")).toHaveText(["USDT"]);
    await press("amounts");
    await expect(page.locator("main")).not.toContainText("1,234.5");
    await expect(page.locator("main article")).toContainText("••••");
    await page.goto("/UserCenter");
    await page.goto("/Assets");
    await expect(page.locator("main"), "remembered").not.toContainText("1,234.5");
    await press("amounts");
    await expect(page.locator("main article")).toContainText("1,234.5");
    await page.getByRole("button", { name: t("Assets.showZeros"), exact: true }).click();
    await expect(page.locator("main article")).toHaveCount(7);
  });

  test(`from a new account by its first steps to the first order: ${locale}`, async ({ page, enter, account, pay }) => {
    await enter(locale, { balances: {} });
    await page.goto("/Index/Home");
    const line = page.locator("main", { hasText: t("FirstSteps.progress", { done: 2, all: 4 }) });
    await line.getByRole("link", { name: t("FirstSteps.deposit-do") }).click();
    await expect(page).toHaveURL("/Recharge");
    await page.goto("/Assets");
    await expect(page.locator("main")).toContainText(t("Assets.nothing"));
    await page.goto("/UserCenter");
    await expect(page.locator("main ol li")).toHaveCount(4);
    await expect(page.locator("main section a.button")).toHaveText(t("FirstSteps.deposit-do"));

    await enter(locale, account);
    await page.goto("/UserCenter");
    await page.locator("main section a.button").click();
    await expect(page).toHaveURL("/Index/Power");
    await toCode(page);
    await pay();
    await expect(page).toHaveURL(/\/Successpay/);
    await page.goto("/UserCenter");
    await expect(page.locator("main ol li"), "all is done").toHaveCount(0);
    await page.goto("/Index/Home");
    await expect(page.locator("main")).not.toContainText(t("FirstSteps.next"));
  });
}

test("it fetches no script, and its policy allows none", async ({ page, account, signIn }) => {
  await signIn(page, account);
  for (const path of ["/Assets", "/DepositRecord/USDT"]) {
    const response = await page.goto(path);
    expect(await response?.headerValue("content-security-policy"), path).toContain("script-src 'none'");
    expect(await response?.headerValue("cache-control"), path).toBe("no-store");
    await expect(page.locator("script"), path).toHaveCount(0);
  }
});

test.describe("at 320 px", () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test(
    "nothing scrolls sideways, however large the amounts are",
    { tag: "@browser" },
    async ({ page, sandbox, signIn }) => {
      const balances = { USDT: "123456789012345.1234", FIL: "987654321098765.123456", BTC: "20999999.99999999" };
      await signIn(page, await sandbox.createAccount({ balances }));
      await page.goto("/Assets");
      expect(await sideways(page)).toEqual([]);
    },
  );
});
