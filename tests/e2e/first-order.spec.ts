import type { Locator, Page } from "@playwright/test";
import { generateSync } from "otplib";
import { expect, test } from "../support/journey";
import { PRODUCT_PATH, PURCHASE } from "../support/purchase-paths";
import { buyButton, code, payButton, quantity, sheet } from "../support/shopping";
import { TEXTS } from "../support/texts";
import { fillIn, validRegistration } from "../support/valid-forms";

const t = TEXTS.en_US;

/** The most that the way from Home, which is not counted, to the receipt of the first order may take. */
const SCREENS = 14;
const PRESSES = 22;

/** Counts presses of a thumb, and the screens that they lead to: documents, and sheets with an address of their own. */
function counterOf(page: Page) {
  const count = { presses: 0, screens: 0 };
  return {
    count,
    async press(control: Locator): Promise<void> {
      count.presses += 1;
      await control.click();
    },
    async to(url: string | RegExp, control: Locator): Promise<void> {
      await this.press(control);
      await expect(page).toHaveURL(url);
      count.screens += 1;
    },
  };
}

test(`a stranger registers, links an authenticator, deposits and buys within ${SCREENS} screens and ${PRESSES} presses @long @scripts`, async ({
  page,
  sandbox,
  setLocale,
}) => {
  const [email, password] = ["newcomer@example.com", "Abcd12345"];
  const way = counterOf(page);
  await setLocale("en_US");
  await page.goto("/Index/Home");
  await way.to(PRODUCT_PATH, page.locator(`main a[href="${PRODUCT_PATH}"]`).first());
  const chosen = await quantity(page).inputValue();

  await way.to(/\/Register\?redirectTo=/, page.getByRole("button", { name: t("PowerProductDetail.register") }));
  await fillIn(page, { ...validRegistration({ email, pwd: password }), agreement: undefined });
  await way.press(page.locator("[name=agreement]"));
  await way.to(
    /\/Register\?step=code/,
    page.locator("form", { has: page.locator("[name=pwd]") }).locator("button.button"),
  );
  await page.locator("[name=emailCode]").fill(await sandbox.code(email, "email"));
  await way.to(new RegExp(`${PRODUCT_PATH}\\?`), sheet(page).locator("button[value=confirm]"));

  await expect(buyButton(page), "nobody signs in again").toHaveText("Link authenticator");
  await way.to(/\/GoogleBind\?step=key/, buyButton(page));
  const key = await page.locator("#bind-key").innerText();
  await way.press(page.locator("[name=written]"));
  await way.to(/\/GoogleBind\?step=code/, page.locator("main button[value=written]"));
  await page.locator("[name=loginPwd]").fill(password);
  await page.locator("[name=googleCode]").fill(generateSync({ secret: key }));
  await way.to(new RegExp(`${PRODUCT_PATH}\\?`), page.getByRole("button", { name: t("GoogleBind.submit") }));

  await expect(buyButton(page)).toContainText("Deposit");
  await way.to(/\/Recharge\/USDT\?/, buyButton(page));
  await way.to(/\/Recharge\/USDT\?chain=TUSDT/, page.locator("main nav a[href*='chain=TUSDT']"));
  await expect(page.locator("#deposit-address")).toHaveText(/^T/);
  await sandbox.credit(email, "USDT", "1000");
  // "I have sent it" leads back by as many: its page renews itself, after half a minute for which no test waits.
  await way.to(/\/DepositRecord/, page.getByRole("link", { name: t("Recharge.record", { coin: "USDT" }) }));
  await way.to(new RegExp(`${PRODUCT_PATH}\\?`), page.getByRole("link", { name: t("common.toPurchase") }));

  await expect(quantity(page)).toHaveValue(chosen);
  await way.to(/step=confirm/, buyButton(page));
  await way.to(/step=code/, sheet(page).getByRole("link", { name: t("common.next"), exact: true }));
  await code(page).fill(await sandbox.code(email, "google"));
  await way.to(/\/Successpay\?/, payButton(page));

  expect(await sandbox.calls(PURCHASE)).toBe(1);
  expect(way.count.screens).toBeLessThanOrEqual(SCREENS);
  expect(way.count.presses).toBeLessThanOrEqual(PRESSES);
});
