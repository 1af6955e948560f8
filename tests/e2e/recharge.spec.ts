import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { acknowledgeMemo } from "../support/acknowledging";
import { expect, test } from "../support/journey";
import { readQr } from "../support/qr-reader";
import { sideways } from "../support/sideways";
import { TEXTS } from "../support/texts";

const addressField = (page: Page) => page.locator("#deposit-address");

/** Chooses a coin or a network. */
async function pick(page: Page, url: string): Promise<void> {
  await page.locator(`main nav a[href='${url}']`).click();
  await expect(page).toHaveURL(url);
}

/** The text that a phone's camera reads from the QR code on the page. */
const seenQr = async (page: Page) => readQr(await page.locator("img.qr").screenshot());

for (const locale of ["el_GR", "en_US"] as const) {
  const t = TEXTS[locale];

  test(
    `coin, then chain, then the address, its code on the page and its code to save: ${locale}`,
    { tag: "@browser" },
    async ({ page, sandbox, enter }) => {
      await enter(locale);
      await page.goto("/Recharge");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("Recharge.title"));
      await pick(page, "/Recharge/USDT");
      await expect(page.locator("main")).toContainText(t("Recharge.chooseChainFirst", { coin: "USDT" }));
      await expect(addressField(page)).toHaveCount(0);
      expect(await sandbox.calls("get_charge_address")).toBe(0);

      await pick(page, "/Recharge/USDT?chain=TUSDT");
      const address = await addressField(page).innerText();
      expect(address).toMatch(/^T[1-9A-Za-z]{33}$/);
      await expect(page.locator("main")).toContainText(t("Recharge.networkWarning", { coin: "USDT", chain: "TRC20" }));
      expect(await seenQr(page)).toBe(address);

      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: t("Recharge.save") }).click(),
      ]);
      expect(download.suggestedFilename()).toBe("USDT-TUSDT.png");
      expect(await readQr(await readFile(await download.path()))).toBe(address);

      await page.getByRole("link", { name: t("Recharge.record", { coin: "USDT" }) }).click();
      await expect(page).toHaveURL("/DepositRecord/USDT");
    },
  );

  test(
    `a coin with a memo: first acknowledged, then address and memo separately: ${locale}`,
    { tag: ["@long", "@scripts", "@browser"] },
    async ({ page, account, enter }) => {
      await enter(locale);
      await page.goto("/Recharge/XRP");
      await expect(page.locator("main")).toContainText(t("Recharge.memoText"));
      await expect(page.locator("img.qr, #deposit-address, #deposit-memo")).toHaveCount(0);

      await page.getByRole("button", { name: t("Recharge.memoShow") }).click();
      await expect(page.locator("#recharge-acknowledged-error")).toHaveText(t("Recharge.memoUnconfirmed"));
      await expect(page).toHaveTitle(new RegExp(`^${t("common.errorPrefix")}`));
      await expect(addressField(page)).toHaveCount(0);

      await page.getByRole("checkbox", { name: t("Recharge.memoAcknowledge") }).check();
      await page.getByRole("button", { name: t("Recharge.memoShow") }).click();
      await expect(page).toHaveURL("/Recharge/XRP?chain=XRP");
      await expect(page.locator("#deposit-memo")).toHaveText(String(account.id));
      await expect(addressField(page)).not.toHaveText(/_/);
      expect(await seenQr(page)).toBe(await addressField(page).innerText());

      await page.goto("/Recharge/EOS");
      await expect(page.locator("main"), "another coin has a memo of its own").toContainText(t("Recharge.memoText"));
      await page.goBack();
      await expect(page.locator("#deposit-memo")).toHaveText(String(account.id));
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: t("Recharge.save") }).click(),
      ]);
      expect(await readQr(await readFile(await download.path()))).toBe(await addressField(page).innerText());
    },
  );
}

test(
  "one touch selects the whole address, and no blank with it",
  { tag: ["@long", "@browser"] },
  async ({ page, enter }) => {
    await enter("en_US");
    await page.goto("/Recharge/BTC");
    const address = (await addressField(page).textContent()) ?? "";
    expect(address).toMatch(/^\w{26,}$/);
    await addressField(page).locator("span").first().click();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(address);
  },
);

test(
  "back from another coin loads the page again, and each coin shows its own address",
  { tag: ["@long", "@scripts"] },
  async ({ page, account, signIn, sandbox }) => {
    await signIn(page, account);
    await page.goto("/Recharge/BTC");
    const bitcoin = await addressField(page).innerText();
    // A choice before a page has loaded would take its place in the history.
    await page.waitForLoadState();
    await page.locator("main a[href='/Recharge']").click();
    await pick(page, "/Recharge/FIL");
    await page.waitForLoadState();
    await expect(addressField(page)).not.toHaveText(bitcoin);
    const before = await sandbox.calls("get_charge_address");
    await page.goBack();
    await page.goBack();
    await expect(addressField(page)).toHaveText(bitcoin);
    await expect.poll(() => sandbox.calls("get_charge_address")).toBeGreaterThan(before);
  },
);

test("back after signing out shows no address", { tag: "@no-scripts" }, async ({ page, account, signIn }) => {
  await signIn(page, account);
  await page.goto("/Recharge/BTC");
  const address = await addressField(page).innerText();
  await page.goto("/UserCenter?step=logout");
  await page.getByRole("dialog").locator("button.button").click();
  await expect(page).toHaveURL("/Index/Home");
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/Login/);
  expect(await page.content()).not.toContain(address);
});

for (const locale of ["el_GR", "en_US"] as const) {
  const t = TEXTS[locale];

  test(
    `a deposit is watched once the button was pressed, until it is stopped: ${locale}`,
    { tag: "@no-scripts" },
    async ({ page, enter }) => {
      await enter(locale);
      const address = "/Recharge/USDT?chain=TUSDT&redirectTo=%2FPowerProductDetail%2F1001%3FbuyAmount%3D3";
      const before = await page.goto(address);
      expect(await before?.headerValue("refresh")).toBeNull();
      await page.getByRole("button", { name: t("Recharge.sent") }).click();
      await expect(page).toHaveURL(`${address}&watch=on`);
      await expect(page.locator("[aria-current=step] h3")).toHaveText(t("Recharge.waiting"));
      await expect(addressField(page)).toHaveCount(0);
      const watching = await page.reload();
      expect(await watching?.headerValue("refresh")).toBe("30");
      await page.getByRole("link", { name: t("Recharge.stop") }).click();
      await expect(page).toHaveURL(address);
      await expect(addressField(page)).toHaveText(/^T/);
      await page.getByRole("link", { name: t("Recharge.watchAgain") }).click();
      await expect(page).toHaveURL(`${address}&watch=on`);
    },
  );
}

test.describe("at 320 px", () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test(
    "nothing scrolls sideways, and the code can still be read",
    { tag: ["@long", "@browser"] },
    async ({ page, account, signIn }) => {
      await signIn(page, account);
      for (const path of ["/Recharge", "/Recharge/USDT?chain=EUSDT", "/Recharge/XRP"]) {
        await page.goto(path);
        expect(await sideways(page), path).toEqual([]);
      }
      await acknowledgeMemo(page);
      expect(await sideways(page)).toEqual([]);
      expect(await seenQr(page)).toBe(await addressField(page).innerText());
    },
  );
});

test.describe("in the dark", () => {
  test.use({ colorScheme: "dark" });

  test("the QR code is dark on white there too", { tag: ["@long", "@browser"] }, async ({ page, account, signIn }) => {
    await signIn(page, account);
    await page.goto("/Recharge/BTC");
    expect(await seenQr(page)).toBe(await addressField(page).innerText());
  });
});
