import type { Page, Request } from "@playwright/test";
import { holdRequests } from "../support/hold-requests";
import { expect, test } from "../support/journey";
import { confirmPath, PURCHASE } from "../support/purchase-paths";
import { buyButton, code, openHydrated, payButton, payWithWrongCode, quantity, sheet } from "../support/shopping";
import { TEXTS } from "../support/texts";

const t = TEXTS.en_US;

test.beforeEach(({ setLocale }) => setLocale("en_US"));

/** The requests of a page from now on, by kind. */
function watch(page: Page): (kind: string) => string[] {
  const requests: Request[] = [];
  page.on("request", (request) => requests.push(request));
  return (kind) => requests.filter((request) => request.resourceType() === kind).map((request) => request.url());
}

test("moving between sheets loads no document @old-browser", async ({ page, account, signIn, pay }) => {
  await signIn(page, account);
  await openHydrated(page);
  const requested = watch(page);
  await quantity(page).fill("3");
  await buyButton(page).click();
  await expect(page).toHaveURL(confirmPath("3"));
  await expect(sheet(page)).toContainText("46.50 USDT");
  await sheet(page)
    .getByRole("link", { name: t("common.next"), exact: true })
    .click();
  await expect(code(page)).toBeVisible();
  await payWithWrongCode(page);
  await expect(sheet(page).locator("#pay-googleCode-error")).toContainText(t("errors.code"));
  await page.goBack();
  await expect(sheet(page)).toHaveAccessibleName(t("PowerProductDetail.confirmTitle"));
  await page.goForward();
  await expect(sheet(page)).toHaveAccessibleName(t("PowerProductDetail.codePay", { amount: "46.50", symbol: "USDT" }));
  expect(requested("document")).toEqual([]);

  await pay();
  await expect(page).toHaveURL(/\/Successpay/);
  expect(requested("document")).toHaveLength(1);
});

test("the payment follows the quantity exactly while it is typed", async ({ page }) => {
  await openHydrated(page, "/PowerProductDetail/1008");
  const payment = page.locator("form .deal-figure .figure").first();
  for (const [typed, amount] of [
    ["1", "0.12345678"],
    ["12.34", "1.52345666"],
    ["1,5", "0.18518517"],
    ["２，５", "0.30864195"],
    ["1。5", "0.18518517"],
    [".5", "0.06172839"],
    ["1,000", t("common.missing")],
    ["9999.99", "1,234.56656543"],
    ["abc", t("common.missing")],
    ["", t("common.missing")],
    ["1.234", t("common.missing")],
  ] as const) {
    await quantity(page).fill(typed);
    await expect(payment, typed).toHaveText(amount);
  }
});

test("− and + work in place, without a request @old-browser", async ({ page }) => {
  await openHydrated(page);
  const requested = watch(page);
  await page.locator("button[value=increase]").click();
  await page.locator("button[value=increase]").click();
  await expect(quantity(page)).toHaveValue("3");
  await expect(page.locator("form [aria-live]")).toHaveText("3 T, 46.50 USDT");
  await page.locator("button[value=decrease]").click();
  await expect(quantity(page)).toHaveValue("2");
  expect([...requested("document"), ...requested("fetch"), ...requested("xhr")]).toEqual([]);
});

test("a press on the button counts even if the blur shows a toast about the quantity", async ({ page }) => {
  await openHydrated(page);
  await quantity(page).fill("900");
  await buyButton(page).click();
  await expect(page.locator("#buy-buyAmount-error")).toHaveText(t("errors.outOfStock"));
  await expect(page.locator(".toast-over"), "the response's error replaces the toast").toHaveCount(0);
  await quantity(page).fill("900");
  await page.locator("button[value=decrease]").click();
  await expect(quantity(page)).toHaveValue("200");
});

test.describe("on a desktop", () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

  test("the toast about the quantity appears over the pictures beside the form @long", async ({ page }) => {
    await openHydrated(page);
    await quantity(page).fill("900");
    await quantity(page).blur();
    const seen = await page.getByRole("alert").evaluate((toast) => {
      // Otherwise `elementFromPoint` finds the element below the toast.
      toast.style.pointerEvents = "auto";
      const { right, top, height } = toast.getBoundingClientRect();
      return toast.contains(document.elementFromPoint(right - 20, top + height / 2));
    });
    expect(seen).toBe(true);
  });

  test("at the end of the page the form goes below the bar, not over it @long", async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 600 });
    await openHydrated(page);
    const isBarAbove = await page.locator("header.bar").evaluate((bar) => {
      scrollTo(0, document.documentElement.scrollHeight);
      const form = document.querySelector("main form.card")?.getBoundingClientRect();
      const { top, height } = bar.getBoundingClientRect();
      return bar.contains(document.elementFromPoint((form?.left ?? 0) + 30, top + height / 2));
    });
    expect(isBarAbove).toBe(true);
  });
});

test("each blur shows a toast about an invalid quantity, which disappears once corrected", async ({ page }) => {
  await openHydrated(page);
  const toast = (message: string) => page.getByRole("alert").filter({ hasText: message });
  await quantity(page).fill("201");
  await expect(toast(t("errors.quantityMax", { max: "200" }))).toHaveCount(0);
  await quantity(page).blur();
  await expect(toast(t("errors.quantityMax", { max: "200" }))).toBeVisible();
  const first = await toast(t("errors.quantityMax", { max: "200" })).elementHandle();
  await quantity(page).focus();
  await quantity(page).blur();
  await expect
    .poll(() => first.evaluate((element) => element.isConnected), "a new toast replaces the first")
    .toBe(false);
  await expect(toast(t("errors.quantityMax", { max: "200" }))).toBeVisible();
  await quantity(page).fill("2.5");
  await quantity(page).blur();
  await expect(toast(t("errors.quantityStep", { step: "1", nearest: "2 / 3" }))).toBeVisible();
  await quantity(page).fill("0.5");
  await quantity(page).blur();
  await expect(toast(t("errors.quantityMin", { min: "1" }))).toBeVisible();
  await quantity(page).fill("5");
  await quantity(page).blur();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("the pay button needs six digits, and is busy while paying", async ({ page, sandbox, startPayment, pay }) => {
  await startPayment("en_US");
  await expect(payButton(page)).toBeDisabled();
  await code(page).pressSequentially("12345");
  await expect(payButton(page)).toBeDisabled();
  await code(page).fill("");
  // The field has room for six digits.
  await code(page).pressSequentially("1234567");
  await expect(code(page)).toHaveValue("123456");
  await expect(payButton(page)).toBeEnabled();

  await sandbox.fail(PURCHASE, { kind: "latency", ms: 1_500 }, { times: 1 });
  await pay();
  await expect(payButton(page)).toHaveAttribute("aria-busy", "true");
  await expect(payButton(page)).toHaveText(t("PowerProductDetail.codePaying"));
  await expect(payButton(page)).toBeDisabled();
  await page.keyboard.press("Escape");
  await page.mouse.click(180, 20);
  await expect(sheet(page), "an accidental press does not leave a pending payment").toBeVisible();
  await expect(sheet(page).locator("a[href]")).toHaveCount(0);
  await expect(page).toHaveURL(/\/Successpay/);
  expect(await sandbox.calls(PURCHASE)).toBe(1);
});

test("a code typed while a new quote loads after a rejected code is not lost, and pays that quote", async ({
  page,
  sandbox,
  account,
  startPayment,
}) => {
  await startPayment("en_US");
  const release = await holdRequests(page, /_data=/, "GET");
  await payWithWrongCode(page);
  const digits = await sandbox.code(account.email, "google");
  await code(page).fill(digits);
  await expect(payButton(page), "the sheet's quote is no longer valid").toBeDisabled();
  release();
  await expect(payButton(page)).toBeEnabled();
  await expect(code(page)).toHaveValue(digits);
  await payButton(page).click();
  await expect(page).toHaveURL(/Successpay/);
  expect(await sandbox.calls(PURCHASE), "one call for the wrong code, one for this code").toBe(2);
});

test("a product page left by its form and restored from the back-forward cache can buy again @long", async ({
  page,
}) => {
  await openHydrated(page);
  await quantity(page).fill("3");
  // The sign-in loads without a document, so the back-forward cache would restore the page in its waiting state.
  await page.route("**/Login?**", (route) => route.fulfill({ status: 204 }));
  const left = page.waitForResponse((response) => response.status() === 204 && response.url().includes("/Login?"));
  await buyButton(page).click();
  await left;
  await expect(buyButton(page)).toBeDisabled();
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect(buyButton(page)).toBeEnabled();
  await expect(quantity(page)).toHaveValue("3");
});

test("after steps with scripts the orders page loads none; the receipt prints @long", async ({
  page,
  startPayment,
  pay,
}) => {
  await startPayment("en_US");
  await pay();
  await expect(page).toHaveURL(/\/Successpay/);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  for (const name of await page.locator(".facts dt").all())
    await expect(name, "black on paper in both schemes").toHaveCSS("color", "rgb(0, 0, 0)");
  await expect(page.locator(".button").filter({ visible: true }), "no buttons on paper").toHaveCount(0);
  await page.emulateMedia({ media: "screen" });
  const requested = watch(page);
  const loaded = page.waitForResponse(
    (response) => response.request().resourceType() === "document" && response.status() === 200,
  );
  await page.getByRole("link", { name: t("common.tabOrders"), exact: true }).click();
  expect(await (await loaded).headerValue("content-security-policy")).toContain("script-src 'none'");
  await page.waitForLoadState("networkidle");
  await expect(page.locator("script:not([type='application/ld+json'])")).toHaveCount(0);
  await expect(page).toHaveURL("/MyOrder");
  expect(requested("script")).toEqual([]);
});
