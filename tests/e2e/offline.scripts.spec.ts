import type { Page } from "@playwright/test";
import { expect, test } from "../support/journey";
import { PRODUCT_PATH } from "../support/purchase-paths";
import { openHydrated, quantity } from "../support/shopping";
import { LOCALES, TEXTS } from "../support/texts";

/** The pages that a browser caches for use without a network. */

test.use({ serviceWorkers: "allow" });

const NETWORK = TEXTS.en_US("errors.network");

/** Opens a page that hydrates, and waits until the worker controls it and has cached its first pages. */
async function install(page: Page): Promise<void> {
  await page.goto("/Index/Power");
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  await cached(page, "/Index/Home");
}

const cached = (page: Page, path: string) =>
  expect.poll(() => page.evaluate(async (asked) => (await caches.match(asked)) !== undefined, path)).toBe(true);

/** Everything in the cache, as text. */
const cacheContents = (page: Page) =>
  page.evaluate(async () => {
    const parts: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const copy = await cache.match(request);
        parts.push(request.url, JSON.stringify([...(copy?.headers ?? [])]), (await copy?.text()) ?? "");
      }
    }
    return parts.join("\n");
  });

test("offline, a cached page shows its date, an uncached one lists the cached ones, a private one shows the browser's error @newer", async ({
  page,
  context,
  setLocale,
}) => {
  await setLocale("en_US");
  await install(page);
  await page.goto("/Index/AboutUs");
  await cached(page, "/Index/AboutUs");

  await context.setOffline(true);
  await page.goto("/Index/AboutUs");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cloud computing power and hosted miners");
  await expect(page.getByRole("status").first()).toContainText("You’re offline. This page was saved at");
  expect(await page.locator("script").count()).toBe(0);

  await page.goto("/UserAgreement");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Offline");
  await page.getByRole("link", { name: /^Home/ }).last().click();
  await expect(page).toHaveURL("/Index/Home");
  await expect(page.getByRole("status").first()).toContainText("You’re offline. This page was saved at");

  for (const path of ["/UserCenter", "/Login", "/LeavingMessage", "/Index/Power?q=a", "/InvitationCode/poster.png"]) {
    await expect(page.goto(path), path).rejects.toThrow("net::ERR_INTERNET_DISCONNECTED");
  }

  // With a network again, the page does not come from the cache.
  await context.setOffline(false);
  await page.goto("/Index/AboutUs");
  await expect(page.getByText("This page was saved at")).toHaveCount(0);
});

test("pages cached while signed in have no trace of the account @newer", async ({ page, enter }) => {
  const account = await enter("en_US");
  await install(page);
  for (const path of ["/UserCenter", "/MyOrder", "/InvitationCode", "/Assets", "/Index/AboutUs"]) await page.goto(path);
  await cached(page, "/Index/AboutUs");
  const all = await cacheContents(page);
  const code = await (await page.goto("/InvitationCode"), page.locator("#invite-code").inputValue());
  expect(all).toContain("/Index/AboutUs");
  for (const trace of [account.email, account.email.split("@")[0] ?? "", code, "/Login?", 'href="/MyOrder"']) {
    expect(all).not.toContain(trace);
  }
  expect(all).not.toMatch(/UserCenter"|set-cookie|\/MyOrder\n|\/Assets\n/i);
});

test("a page that the worker does not handle is requested once @newer @long", async ({
  page,
  context,
  sandbox,
  enter,
}) => {
  await enter("en_US");
  await install(page);
  // The first page of a session may read the user once more.
  await page.goto("/Security");
  // Starting it takes longer than the browser's requests in the meantime.
  const devtools = await context.newCDPSession(page);
  await devtools.send("ServiceWorker.enable");
  await devtools.send("ServiceWorker.stopAllWorkers");
  const before = await sandbox.calls("user_info");
  await page.goto("/Security");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Account security");
  expect(await sandbox.calls("user_info")).toBe(before + 1);
});

for (const locale of LOCALES) {
  const network = TEXTS[locale]("errors.network");
  test(`offline, a page with scripts keeps the input and reports that there is no network: ${locale}`, async ({
    page,
    context,
    enter,
  }) => {
    await enter(locale);
    await openHydrated(page);
    await page.waitForLoadState("networkidle");
    await quantity(page).fill("7");
    await context.setOffline(true);
    const notice = page.getByRole("alert").filter({ hasText: network });
    // A step, a link, and a form that the browser sends.
    for (const control of [
      page.locator("a.deal-link"),
      page.locator("a.bar-button").first(),
      page.locator("#language"),
    ]) {
      await control.press("Enter");
      await expect(notice).toBeVisible();
      const said = await notice.elementHandle();
      await control.press("Enter");
      await said.waitForElementState("hidden");
      await expect(notice).toBeVisible();
    }
    await page.locator("a.chip").nth(1).click();
    await expect(quantity(page), "the stepper works offline").not.toHaveValue("7");
    await quantity(page).fill("7");
    await quantity(page).press("Enter");
    await expect(page.locator("#summary")).toContainText(network);
    await expect(page).toHaveURL(PRODUCT_PATH);
    await expect(quantity(page)).toHaveValue("7");

    await context.setOffline(false);
    await page.locator("a.deal-link").click();
    await expect(page.getByRole("dialog")).toBeVisible();
  });
}

test.describe("on a desktop", () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

  test("offline, the notice covers neither the amount to pay nor the button @long", async ({
    page,
    context,
    enter,
  }) => {
    await enter("en_US");
    await openHydrated(page);
    await page.waitForLoadState("networkidle");
    await context.setOffline(true);
    await page.locator(".header-nav a").first().press("Enter");
    const notice = await page.getByRole("alert").filter({ hasText: NETWORK }).boundingBox();
    const bar = await page.locator(".action-bar").boundingBox();
    expect(bar?.y, "the purchase bar is as low as the notice").toBeGreaterThan(500);
    expect((notice?.x ?? 0) + (notice?.width ?? 0)).toBeLessThanOrEqual(bar?.x ?? 0);
  });
});

test("offline, a link to a page that the worker has cached still opens it @newer @long", async ({ page, context }) => {
  await install(page);
  await context.setOffline(true);
  await page.locator(".bar-logo").click();
  await expect(page).toHaveURL("/Index/Home");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

for (const locale of LOCALES) {
  test(`links, steps and forms work even if the browser wrongly reports no network: ${locale} @long`, async ({
    page,
    context,
    enter,
  }) => {
    await context.addInitScript(() => Object.defineProperty(Navigator.prototype, "onLine", { get: () => false }));
    await enter(locale);
    await openHydrated(page);
    await page.waitForLoadState("networkidle");
    await quantity(page).fill("3");
    await page.locator("a.deal-link").click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.locator(".sheet-head a").click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(quantity(page), "the step opened and closed in place").toHaveValue("3");
    await page.locator("button[name=intent][value=buy]:not([aria-hidden])").click();
    await expect(page).toHaveURL(/step=confirm&buyAmount=3/);
    await page.goto("/Index/Power");
    await page.waitForLoadState("networkidle");
    await page.locator("#language").click();
    await expect(page.locator("html")).toHaveAttribute("lang", locale === "en_US" ? "zh-Hant" : "en");
    await page.waitForLoadState("networkidle");
    await page.locator("a.product-link").first().click();
    await expect(page).toHaveURL(/PowerProductDetail/);
  });
}
