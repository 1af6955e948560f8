import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { acknowledgeMemo } from "../support/acknowledging";
import { expect, test } from "../support/journey";
import { readQr } from "../support/qr-reader";
import { sideways } from "../support/sideways";
import { TEXTS } from "../support/texts";

const t = TEXTS.en_US;
const address = (page: Page) => page.locator("#deposit-address");

/** Chooses a coin or a network. */
async function pick(page: Page, url: string): Promise<void> {
  await page.locator(`main nav a[href='${url}']`).click();
  await expect(page).toHaveURL(url);
}

/** The text that a phone's camera reads from the QR code on the page. */
const seenQr = async (page: Page) => readQr(await page.locator("img.qr").screenshot());

test.beforeEach(({ enter }) => enter("en_US"));

test("coin, chain, then the address with its QR code on the page and to save", async ({ page, sandbox }) => {
  await page.goto("/Recharge");
  await pick(page, "/Recharge/USDT");
  await expect(page.locator("main")).toContainText(t("Recharge.chooseChainFirst", { coin: "USDT" }));
  await expect(address(page)).toHaveCount(0);
  expect(await sandbox.calls("get_charge_address")).toBe(0);

  await pick(page, "/Recharge/USDT?chain=TUSDT");
  const shown = await address(page).innerText();
  expect(shown).toMatch(/^T[1-9A-Za-z]{33}$/);
  await expect(page.locator("main")).toContainText(t("Recharge.networkWarning", { coin: "USDT", chain: "TRC20" }));
  expect(await seenQr(page)).toBe(shown);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: t("Recharge.save") }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("USDT-TUSDT.png");
  expect(await readQr(await readFile(await download.path()))).toBe(shown);
});

test("one tap selects the whole address, without spaces @long", async ({ page }) => {
  await page.goto("/Recharge/BTC");
  const shown = (await address(page).textContent()) ?? "";
  expect(shown).toMatch(/^\w{26,}$/);
  await address(page).locator("span").first().click();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(shown);
});

test("Back from another coin reloads the page, and each coin shows its own address @long @both", async ({
  page,
  sandbox,
}) => {
  await page.goto("/Recharge/BTC");
  const bitcoin = await address(page).innerText();
  // A choice before a page has loaded would replace its history entry.
  await page.waitForLoadState();
  await page.locator("a.coin-row[href='/Recharge']").click();
  await pick(page, "/Recharge/FIL");
  await page.waitForLoadState();
  await expect(address(page)).not.toHaveText(bitcoin);
  const before = await sandbox.calls("get_charge_address");
  await page.goBack();
  await page.goBack();
  await expect(address(page)).toHaveText(bitcoin);
  await expect.poll(() => sandbox.calls("get_charge_address")).toBeGreaterThan(before);
});

test("the QR code is readable in the dark scheme and at 320 px, where nothing scrolls sideways @long", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ["/Recharge", "/Recharge/USDT?chain=EUSDT", "/Recharge/XRP"]) {
    await page.goto(path);
    expect(await sideways(page), path).toEqual([]);
  }
  await acknowledgeMemo(page);
  expect(await sideways(page)).toEqual([]);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await seenQr(page)).toBe(await address(page).innerText());
  }
});
