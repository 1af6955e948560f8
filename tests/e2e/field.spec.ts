import type { Page } from "@playwright/test";
import { FIELD_OFFER } from "@storefront/sandbox/field/offer";
import { smallPhoto } from "@storefront/test-support/images";
import { acknowledgeMemo } from "../support/acknowledging";
import { expect, fieldTest as test } from "../support/journey";
import { PERSON, fillIn } from "../support/valid-forms";
import { expectOrders, payWithWrongCode, sheet, toCode } from "../support/shopping";
import { LOCALES, TEXTS } from "../support/texts";

const MONEY = "USDT1742";
/** Two coins are called USDT, so the symbol follows in brackets. */
const SHOWN_MONEY = "USDT (USDT1742)";
/** Raw data that pages must not show: entities, invalid bytes, JSON, exponents. */
const RAW = /&(?:amp|lt|gt|laquo|#\d+);|\uFFFD|\{"|zh_CN|\b\d(?:\.\d+)?E[+-]?\d|undefined|\[object/;

async function expectNothingRaw(page: Page): Promise<string> {
  const text = await page.locator("body").innerText();
  expect(text).not.toMatch(RAW);
  return text;
}

const decoded = (text: string): string =>
  text
    .replaceAll("&laquo;", "«")
    .replaceAll("&raquo;", "»")
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll("&amp;", "&");

/** The title of the product of the journeys, as a visitor reads it. */
const titleIn = (locale: (typeof LOCALES)[number]) => decoded(FIELD_OFFER.power[0]?.title[locale] ?? "");

for (const locale of LOCALES) {
  const t = TEXTS[locale];
  const other = locale === "el_GR" ? "en_US" : "el_GR";

  test(`field, deposits: networks, closed networks, memos and invalid addresses: ${locale} @long`, async ({
    page,
    sandbox,
    enter,
  }) => {
    const { id } = await enter(locale, { balances: { [MONEY]: "1000000", BTC: "0.00000015" } });
    const address = page.locator("#deposit-address");
    await page.goto("/Assets");
    expect(await expectNothingRaw(page)).toContain("0.00000015");
    await page.goto("/Recharge");
    const coins = await expectNothingRaw(page);
    for (const name of [SHOWN_MONEY, "USDT (USDT)", "FIL", "LINK"]) expect(coins).toContain(name);
    expect(coins).not.toContain("FIL1742");

    await page.goto("/Recharge/usdt1742");
    await expect(page).toHaveURL(`/Recharge/${MONEY}`);
    const networks = page.locator("main nav li").filter({ has: page.locator(".network-name") });
    await expect(networks.locator(".network-name")).toHaveText([
      "TRC20",
      "ERC20",
      "BEP20(BSC)",
      ...["OMNI", "Polygon", "Solana"].map((chain) => t("Recharge.suspended", { chain })),
    ]);
    await expect(page.locator("a .network-name")).toHaveCount(3);
    await expect(networks.first()).toContainText("20");
    for (const chain of ["USDT(OMNI)", "USDTPOLYGON", "USDTSOL"]) {
      await page.goto(`/Recharge/${MONEY}?chain=${encodeURIComponent(chain)}`);
      await expect(address).toHaveCount(0);
      await expect(networks).toHaveCount(6);
    }
    expect(await sandbox.calls("get_charge_address"), "a closed network's address is not requested").toBe(0);

    const single = [
      ["USDT", "USDT (USDT)", "BEP20(BSC)", /^0x[\da-f]{40}$/],
      ["USDC", "USDC", "Solana", /^\w{44}$/],
      ["LINK", "LINK", "ETH", /^0x/],
      ["XLM", "XLM", "Stellar", /^G\w{55}$/],
      ["BCH", "BCH", "Bitcoin Cash", /^bitcoincash:q/],
    ] as const;
    for (const [symbol, coin, chain, form] of single) {
      await page.goto(`/Recharge/${symbol}`);
      await expect(page.locator("main")).toContainText(t("Recharge.networkWarning", { coin, chain }));
      await expect(address).toHaveText(form);
    }
    await page.goto("/Recharge/USDT");
    await expect(page.locator("main"), "minimum from the balances, confirmations from the address").toContainText(
      /7\.5 USDT.*15/s,
    );
    await page.goto("/Recharge/TON");
    await expect(address, "without a memo, the digits belong to the address").toHaveText(/_7482915$/);

    for (const symbol of ["XRP", "EOS"]) {
      await page.goto(`/Recharge/${symbol}`);
      await expect(address).toHaveCount(0);
      await acknowledgeMemo(page);
      await expect(page.locator("#deposit-memo")).toHaveText(String(id));
      await expect(address).not.toHaveText(new RegExp(String(id)));
    }
    for (const symbol of ["ATOM", "KAVA", "LUNC", "LTC"]) {
      await page.goto(`/Recharge/${symbol}`);
      const form = page.locator("form", { has: page.locator("[name=acknowledged]") });
      if ((await form.count()) > 0) {
        await form.locator("[name=acknowledged]").check();
        await form.locator("button").click();
      }
      await expect(page.locator("#deposit-address, #deposit-memo, img.qr")).toHaveCount(0);
      const words = await expectNothingRaw(page);
      expect(words).not.toMatch(/\bnull\b/);
      expect(words, "the upstream responded").not.toContain(t("Recharge.unavailable"));
    }
  });

  test(`field, a purchase: from a sign-in with a choice of second steps to the order: ${locale}`, async ({
    page,
    sandbox,
    enterByForm,
    setLocale,
    pay,
  }) => {
    await page.goto("/Index/Power");
    await enterByForm(locale);
    for (const path of ["/Index/Home", "/Index/Power", "/PowerProductDetail/1004"]) {
      const response = await page.goto(path);
      expect([path, response?.status()]).toEqual([path, 200]);
      await expectNothingRaw(page);
    }
    await toCode(page);
    await expect(page.locator("body")).toContainText(SHOWN_MONEY);
    await payWithWrongCode(page);
    await expect(sheet(page)).toContainText(t("errors.code"));
    await expectNothingRaw(page);
    await pay();
    await expect(page).toHaveURL(/\/Successpay\?/);
    const receipt = await expectNothingRaw(page);
    for (const words of [titleIn(locale), SHOWN_MONEY]) expect(receipt).toContain(words);
    expect(await sandbox.calls("userPayMinerOrderV2")).toBe(2);

    await expectOrders(page, 1);
    await expect(page.locator("main tbody tr")).toContainText(SHOWN_MONEY);
    await expect(page.locator("main tbody th")).toHaveText(titleIn(locale));
    // The title is in the language of the page, not of the purchase.
    await setLocale(other);
    await page.goto("/MyOrder");
    await expect(page.locator("main tbody th")).toHaveText(titleIn(other));
    await expectNothingRaw(page);
  });

  test(`field, identity: the reason for a rejection, country names, and photos in the right slot: ${locale} @long`, async ({
    page,
    sandbox,
    enter,
  }) => {
    await enter(locale, { authLevel: 2, rejectReason: "Blurred" });
    await page.goto("/RealNameSelect");
    await expect(page.locator("main")).toContainText("Blurred <ID> & selfie");
    await page.goto("/CountrySelect?q=Japan");
    const country = page.locator(".account-main li a");
    await expect(country).toContainText("+81");
    await country.click();
    await page.getByRole("link", { name: t("common.next") }).click();
    await fillIn(page, PERSON);
    await page.getByLabel(t("RealNameInfo.type2")).check();
    await page.locator("main form[method=post] button.button").click();
    await expect(page).toHaveURL("/UploadImage");
    const photo = { name: "IMG_0001.jpg", mimeType: "image/jpeg", buffer: await smallPhoto() };
    for (const slot of ["firstPhoto", "secondPhoto", "thirdPhoto"]) {
      await page.setInputFiles(`input[name=${slot}]`, photo);
    }
    await page.locator("main form[method=post] button.button").click();
    await expect(page).toHaveURL("/SuccessRealname");
    const [handedIn] = await sandbox.requests("auth_realname");
    expect(handedIn?.body).toMatchObject({ ...PERSON, countryCode: "+81", numberCode: "392" });
    await expectNothingRaw(page);
  });
}
