import type { Locator, Page } from "@playwright/test";
import { generateSync } from "otplib";
import { expect, test } from "../support/journey";
import { PRODUCT_PATH, PURCHASE } from "../support/purchase-paths";
import { buyButton, code, payButton, quantity, sheet } from "../support/shopping";
import { TEXTS } from "../support/texts";
import { fillIn, validRegistration } from "../support/valid-forms";

const t = TEXTS.en_US;

/** The limits for the journey to the receipt of the first order, without Home. */
const SCREENS = 14;
const PRESSES = 16;
/** The limits for English words on these screens and Home; `fresh` counts only lines that no earlier screen had. */
const WORDS = { shown: 1300, fresh: 700 };

/** The lines a visitor can scroll to: those of an open sheet, if any, since it covers the page. */
const linesOf = (page: Page) =>
  page.evaluate(() => {
    const unseen = [...document.querySelectorAll(".visually-hidden, .words, .skip, option, script, style")];
    const walk = document.createTreeWalker(document.querySelector(".sheet") ?? document.body, NodeFilter.SHOW_TEXT);
    const lines: string[] = [];
    for (let text = walk.nextNode(); text; text = walk.nextNode()) {
      const parent = text.parentElement;
      const box = parent?.getBoundingClientRect();
      if (!box?.width || box.left >= innerWidth || box.right <= 0) continue;
      if (parent?.closest("details:not([open]) > :not(summary)")) continue;
      let isSeen = true;
      for (let around = parent; around; around = around.parentElement)
        isSeen &&= getComputedStyle(around).opacity !== "0" && !unseen.includes(around);
      if (isSeen) lines.push(text.textContent?.trim() ?? "");
    }
    return lines;
  });

const wordsIn = (line: string) => line.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/**
 * Counts a thumb's presses, the screens that they lead to (documents, and sheets with a URL), and the words on them.
 * Presses only controls that are visible without scrolling.
 */
function counterOf(page: Page) {
  const count = { presses: 0, screens: 0, shown: 0, fresh: 0 };
  const seen = new Set<string>();
  return {
    count,
    async read(): Promise<void> {
      for (const line of await linesOf(page)) {
        count.shown += wordsIn(line);
        if (!seen.has(line)) count.fresh += wordsIn(line);
        seen.add(line);
      }
    },
    async press(control: Locator, isInView = true): Promise<void> {
      count.presses += 1;
      if (!isInView) await control.scrollIntoViewIfNeeded();
      const [box, height] = [await control.boundingBox(), page.viewportSize()?.height ?? 0];
      expect((box?.y ?? height) + (box?.height ?? 0) / 2, String(control)).toBeLessThan(height);
      await control.click();
    },
    async to(url: string | RegExp, control: Locator, isInView = true): Promise<void> {
      const before = await linesOf(page);
      await this.press(control, isInView);
      await expect(page).toHaveURL(url);
      // With scripts the address changes a moment before the page does.
      await expect.poll(() => linesOf(page)).not.toEqual(before);
      count.screens += 1;

      await this.read();
    },
  };
}

test.use({
  userAgent:
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0 Mobile Safari/537.36",
  viewport: { width: 360, height: 640 },
});

test(`a stranger registers, links an authenticator, deposits and buys within ${SCREENS} screens and ${PRESSES} presses @long @scripts`, async ({
  page,
  sandbox,
  setLocale,
}) => {
  const [email, password] = ["newcomer@example.com", "Abcd12345"];
  const way = counterOf(page);
  await setLocale("en_US");
  await page.goto("/Index/Home");
  await way.read();
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

  await expect(buyButton(page), "the buyer is still signed in").toHaveText("Link authenticator");
  await way.to(/\/GoogleBind\?step=key/, buyButton(page));
  const key = await page.locator("#bind-key").innerText();
  await way.press(page.locator("[name=written]"));
  await way.to(/\/GoogleBind\?step=code/, page.locator("main button[value=written]"));
  await page.locator("[name=loginPwd]").fill(password);
  await page.locator("[name=googleCode]").fill(generateSync({ secret: key }));
  await way.to(new RegExp(`${PRODUCT_PATH}\\?`), page.getByRole("button", { name: t("GoogleBind.submit") }));

  await expect(buyButton(page)).toContainText("Deposit");
  await way.to(/\/Recharge\/USDT\?/, buyButton(page));
  await way.to(/\/Recharge\/USDT\?chain=TUSDT/, page.locator("a.entry[href*='chain=TUSDT']"));
  await expect(page.locator("#deposit-address")).toHaveText(/^T/);
  await sandbox.credit(email, "USDT", "1000");
  // The visible button "I have sent it" takes as many presses, but its page reloads only after half a minute.
  await way.to(/\/DepositRecord/, page.getByRole("link", { name: t("Recharge.record", { coin: "USDT" }) }), false);
  await way.to(new RegExp(`${PRODUCT_PATH}\\?`), page.getByRole("link", { name: t("common.toPurchase") }));

  await expect(quantity(page)).toHaveValue(chosen);
  await way.to(/step=confirm/, buyButton(page));
  await way.to(/step=code/, sheet(page).getByRole("link", { name: t("common.next"), exact: true }));
  await code(page).fill(await sandbox.code(email, "google"));
  await way.to(/\/Successpay\?/, payButton(page));

  expect(await sandbox.calls(PURCHASE)).toBe(1);
  expect(way.count.screens).toBeLessThanOrEqual(SCREENS);
  expect(way.count.presses).toBeLessThanOrEqual(PRESSES);
  expect(way.count.shown).toBeLessThanOrEqual(WORDS.shown);
  expect(way.count.fresh).toBeLessThanOrEqual(WORDS.fresh);
});
