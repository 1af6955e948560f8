import { expect, test } from "../support/journey";
import { PRODUCT_PATH, PURCHASE } from "../support/purchase-paths";
import { buyButton, code, payButton, sheet, toConfirm } from "../support/shopping";
import { TEXTS } from "../support/texts";
import { aThumb, chooseLongestWord, LOW_SCREEN } from "../support/thumb";

const t = TEXTS.en_US;

test.use({ viewport: LOW_SCREEN });

test("from Home, a signed-in visitor buys with four presses, six digits and no scrolling at 360 × 640, even with a long anti-phishing code @scripts", async ({
  page,
  sandbox,
  account,
  signIn,
  setLocale,
}) => {
  await setLocale("en_US");
  await signIn(page, account);
  await chooseLongestWord(page);
  await page.goto("/Index/Home");
  const thumb = aThumb();
  await thumb.press(page.locator(`main a[href="${PRODUCT_PATH}"] .product-title`).first());
  await expect(page).toHaveURL(PRODUCT_PATH);
  await thumb.press(buyButton(page));
  await expect(sheet(page)).toBeVisible();
  await thumb.press(sheet(page).getByRole("link", { name: t("common.next"), exact: true }));
  await expect(code(page)).toBeFocused();
  const digits = await sandbox.code(account.email, "google");
  await page.keyboard.type(digits);
  expect(digits).toHaveLength(6);
  await thumb.press(payButton(page));
  await expect(page).toHaveURL(/\/Successpay\?/);
  expect(thumb.presses).toBe(4);
  expect(await sandbox.calls(PURCHASE)).toBe(1);
});

test("the steps and the Buy button stay at the bottom, with a text for signed-out visitors and products not for sale", async ({
  page,
  setLocale,
}) => {
  await setLocale("en_US");
  await page.goto(`${PRODUCT_PATH}?buyAmount=2`);
  await expect(buyButton(page)).toHaveText(t("PowerProductDetail.signIn"));
  await expect(page.locator("form .deal-figure").first()).toContainText("31.00");
  await page.locator("footer").scrollIntoViewIfNeeded();
  await expect(buyButton(page)).toBeInViewport({ ratio: 1 });
  await expect(page.locator("footer a").last()).toBeInViewport({ ratio: 1 });
  await page.goto("/PowerProductDetail/1006");
  await expect(page.locator(".action-bar button")).toHaveText(t("Product.ended"));
  await expect(page.locator(".action-bar button")).toBeInViewport({ ratio: 1 });
});

test("a tap beside a sheet closes it and keeps the quantity @long @both", async ({ page, account, signIn }) => {
  await signIn(page, account);
  await toConfirm(page, "3");
  await page.locator(".sheet-veil").tap({ position: { x: 180, y: 20 } });
  await expect(page).toHaveURL(`${PRODUCT_PATH}?buyAmount=3`);
  await expect(sheet(page)).toHaveCount(0);
});

test("bars are not fixed on a screen lower than 480 px @long", async ({ page, account, signIn }) => {
  const positionOf = (bar: string) => page.locator(bar).evaluate((element) => getComputedStyle(element).position);
  await signIn(page, account);
  await page.goto("/UserCenter");
  expect(await positionOf(".main-nav-row")).toBe("fixed");
  await page.setViewportSize({ width: 360, height: 479 });
  expect(await positionOf(".main-nav-row")).toBe("static");
  await page.goto(PRODUCT_PATH);
  expect(await positionOf(".action-bar")).toBe("static");
  expect(await positionOf(".bar")).toBe("static");
});

test("a focused control is not hidden by the purchase bar", async ({ page }) => {
  await page.goto(PRODUCT_PATH);
  const stops = await page.locator("main a[href], main button, footer a, footer button").count();
  for (let stop = 0; stop < stops + 4; stop += 1) {
    await page.keyboard.press("Tab");
    const hidden = await page.evaluate(() => {
      const [bar, { activeElement }] = [document.querySelector(".action-bar"), document];
      if (!bar || !activeElement || bar.contains(activeElement) || activeElement === document.body) return 0;
      return Math.max(0, activeElement.getBoundingClientRect().bottom - bar.getBoundingClientRect().top);
    });
    expect(hidden, `Tab ${stop}`).toBeLessThanOrEqual(1);
  }
});
