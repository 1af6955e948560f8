import type { Page } from "@playwright/test";
import { holdRequests } from "../support/hold-requests";
import { isReady } from "../support/hydration";
import { expect, test } from "../support/journey";
import { sampleOf } from "@storefront/test-support/sample";
import { LONG_CATALOGUE } from "../support/stages";

test.use({ baseURL: async ({ longEnvironment }, provide) => provide(longEnvironment.storefront.url) });

test.beforeEach(({ setLocale }) => setLocale("en_US"));

const cards = (page: Page) => page.locator("article.product");
const end = (page: Page) => page.locator(".list-end");
const more = (page: Page) => page.getByRole("link", { name: "Load more" });
const toEnd = (page: Page) => end(page).scrollIntoViewIfNeeded();

/** The addresses of the list's own reads, which are not documents. */
const READS = /\/Index\/Power\?page=\d+.*_data=/;

/** Scrolls until the list no longer loads automatically. */
async function exhaust(page: Page): Promise<void> {
  await expect(async () => {
    await toEnd(page);
    await expect(cards(page)).toHaveCount(20, { timeout: 300 });
  }).toPass();
}

test("the list loads automatically three times near its end, then needs its button @old-browser", async ({ page }) => {
  const reads: string[] = [];
  page.on("request", (request) => READS.test(request.url()) && reads.push(new URL(request.url()).search));
  await page.goto("/Index/Power");
  await expect(cards(page)).toHaveCount(5);
  await exhaust(page);
  await expect(more(page)).toBeVisible();
  await toEnd(page);
  await page.waitForLoadState("networkidle");
  await expect(cards(page), "a fourth load needs the button").toHaveCount(20);
  expect(reads.map((search) => /page=(\d+)/.exec(search)?.[1])).toEqual(["2", "3", "4"]);

  for (const count of [25, 30, 35, 40, 43]) {
    await more(page).click();
    await expect(cards(page)).toHaveCount(count);
  }
  await expect(more(page)).toHaveCount(0);
  await expect(end(page)).toContainText("No more products");
  const ids = await cards(page).evaluateAll((all) => all.map(({ id }) => id));
  expect(ids).toEqual(Array.from({ length: LONG_CATALOGUE }, (_, index) => `item-${index + 1}`));
  expect(new URL(page.url()).pathname, "no document was loaded").toBe("/Index/Power");
});

test("the list hydrates when the visitor first scrolls, touches it, presses a key or moves the pointer", async ({
  page,
}) => {
  for (const use of [
    () => page.mouse.wheel(0, 100),
    () => page.mouse.move(100, 200, { steps: 3 }),
    () => page.touchscreen.tap(10, 10),
    () => page.keyboard.press("Tab"),
  ]) {
    await page.goto("/Index/Power", { waitUntil: "networkidle" });
    expect(await page.evaluate(isReady)).toBe(false);
    await use();
    await page.waitForFunction(isReady);
  }
});

// When a page opens, Chromium sends `mousemove` for a mouse that does not move. It comes before or after the script, so
// here it is replaced.
test("a mouse at rest does not hydrate the list", async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener("mousemove", (event) => event.isTrusted && event.stopImmediatePropagation(), true);
  });
  await page.goto("/Index/Power", { waitUntil: "networkidle" });
  const begins = await page.evaluate(() => {
    const at = (screenX: number) =>
      document.body.dispatchEvent(new MouseEvent("mousemove", { bubbles: true, screenX, screenY: 50 }));
    return [50, 50, 51].map((x) => at(x) && "__remixContext" in window);
  });
  expect(begins).toEqual([false, false, true]);
});

test("Back and reload show the same list: the URL changes as it grows, without another read @long", async ({
  page,
}) => {
  await page.goto("/Index/Power?page=1#item-3");
  await exhaust(page);
  await expect(page).toHaveURL(/\/Index\/Power\?page=4$/);
  await more(page).click();
  await expect(cards(page)).toHaveCount(25);
  await expect(page).toHaveURL(/\/Index\/Power\?page=5$/);

  // After the button is pressed the focus is on the first new product.
  const first = page.locator("#item-21 a");
  await expect(first).toBeFocused();
  await expect(first).toBeInViewport();
  await page.reload();
  await expect(cards(page)).toHaveCount(25);
  await page.locator("#item-21 a").click();
  await expect(page).toHaveURL(/\/PowerProductDetail\//);
  await page.goBack();
  await expect(page).toHaveURL(/\/Index\/Power\?page=5$/);
  await expect(page.locator("#item-21"), "the last visited item is in view").toBeInViewport();
  expect(await cards(page).count()).toBeGreaterThanOrEqual(25);
});

// Playwright's Chromium has no back/forward cache, like in-app browsers.
test("Back returns to the same scroll position, whatever the height of a list's cards", async ({ page }) => {
  for (const address of sampleOf(["/Index/Power?q=power&sort=price", "/Index/Miner?page=4"], 2)) {
    await page.goto(address);
    const link = page.locator("main .cards a[href*='ProductDetail/']").nth(-3);
    // Like a visitor who scrolls past all cards.
    for (const card of await page.locator("main .cards > *").all()) await card.scrollIntoViewIfNeeded();
    await link.scrollIntoViewIfNeeded();
    const topOf = () => link.evaluate((element) => Math.round(element.getBoundingClientRect().top));
    const before = await topOf();
    await link.click();
    await expect(page).toHaveURL(/ProductDetail\//);
    await page.goBack();
    await expect.poll(topOf, address).toBe(before);
  }
});

test("nothing loads automatically while the end of the list is far away @long", async ({ page }) => {
  const reads: string[] = [];
  page.on("request", (request) => READS.test(request.url()) && reads.push(request.url()));
  await page.goto("/Index/Power");
  await page.waitForLoadState("networkidle");
  await expect(end(page)).not.toBeInViewport();
  expect(reads).toEqual([]);
});

test("the loading state is in a live region that is not busy, so screen readers announce it @long", async ({
  page,
}) => {
  await page.goto("/Index/Power");
  await exhaust(page);
  const release = await holdRequests(page, READS);
  const state = end(page).getByRole("status");
  await expect(state).toContainText("Showing");
  const heightPx = () => end(page).evaluate((foot) => foot.getBoundingClientRect().height);
  const before = await heightPx();
  await more(page).click();
  await expect(state).toHaveText("Loading…");
  expect(Math.abs((await heightPx()) - before), "nothing moves").toBeLessThan(1);
  await expect(page.locator("[aria-busy=true] [role=status]"), "no status is inside the busy region").toHaveCount(0);
  await expect(page.locator(".cards[aria-busy=true]")).toHaveCount(1);
  await expect(more(page), "the button is gone while loading").toHaveCount(0);
  await expect(page.locator(".skeleton"), "as many placeholders as cards to come").toHaveCount(5);
  await expect(page.locator(".cards > .skeleton[aria-hidden=true]")).toHaveCount(5);
  release();
  await expect(cards(page)).toHaveCount(25);
  await expect(page.locator("[aria-busy]")).toHaveCount(0);
  await expect(state).toContainText("Showing 25 of 43");
  await expect(page.locator(".skeleton")).toHaveCount(0);
});

test("after a failed load the list is unchanged, and its button tries again @long", async ({
  page,
  longEnvironment,
  setLocale,
}) => {
  // In English, another test caches page 5.
  await setLocale("el_GR");
  await page.goto("/Index/Power");
  await exhaust(page);
  await longEnvironment.sandbox.fail("project_sku", { kind: "html" }, { asking: { page: "5" } });
  await end(page).locator("a").click();
  await expect(end(page)).toContainText("目前無法顯示產品清單");
  await expect(cards(page)).toHaveCount(20);
  await longEnvironment.sandbox.heal();
  // The storefront does not retry for a second. The locator is the link to page 5, so that a press after that
  // page has been added does not request the next one.
  const again = end(page).locator('a[href*="page=5"]');
  await expect(async () => {
    if ((await cards(page).count()) === 20) await again.click({ timeout: 1_000 });
    await expect(cards(page)).toHaveCount(25, { timeout: 1_000 });
  }).toPass();
  await expect(end(page)).not.toContainText("目前無法顯示產品清單");
});

test("after a load dropped by the network the list is unchanged, and its button tries again @long", async ({
  page,
}) => {
  await page.goto("/Index/Power");
  await exhaust(page);
  await page.route(READS, (route) => route.abort("connectionreset"));
  await more(page).click();
  await expect(end(page)).toContainText("We can’t show the products right now");
  await expect(cards(page)).toHaveCount(20);
  await page.unroute(READS);
  await more(page).click();
  await expect(cards(page)).toHaveCount(25);
});

test("the link for more opens in a new tab when the visitor asks for one @long", async ({ page }) => {
  await page.goto("/Index/Power");
  await exhaust(page);
  const [opened] = await Promise.all([
    page.context().waitForEvent("page"),
    more(page).click({ modifiers: ["ControlOrMeta"] }),
  ]);
  await expect(opened).toHaveURL(/\/Index\/Power\?page=5#item-21$/);
  await expect(opened.locator("article.product")).toHaveCount(25);
  await expect(cards(page)).toHaveCount(20);
});
