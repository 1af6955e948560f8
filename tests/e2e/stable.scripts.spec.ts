import type { Page } from "@playwright/test";
import { holdRequests } from "../support/hold-requests";
import { expect, test } from "../support/journey";
import { CHANGING, CHANGING_PATH, PRODUCT_PATH } from "../support/purchase-paths";
import { buyButton, hydrated, quantity, toConfirm } from "../support/shopping";

/** Pages have no layout shifts: while loading, during hydration, or after a press. */

test.use({ viewport: { width: 360, height: 640 } });

interface Shift extends PerformanceEntry {
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** A page's layout shifts since it was opened; with `pressed`, those after a press. */
function shifts(page: Page, { pressed = false } = {}): Promise<string[]> {
  return page.evaluate(async (pressed) => {
    // Waits until the last change is painted.
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    const entries = await new Promise<Shift[]>((resolve) => {
      const noted: Shift[] = [];
      const observer = new PerformanceObserver((list) => {
        noted.push(...(list.getEntriesByType("layout-shift") as Shift[]));
        // The mark comes after the last shift.
        if (list.getEntriesByType("mark").length > 0) resolve(noted);
      });
      observer.observe({ type: "layout-shift", buffered: true });
      performance.mark("asked");
      observer.observe({ type: "mark", buffered: true });
    });
    return entries
      .filter(({ hadRecentInput }) => hadRecentInput === pressed)
      .flatMap(({ sources }) =>
        sources.map(({ node, previousRect, currentRect }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          const [from, to] = [previousRect, currentRect].map(({ x, y, width, height }) => [x, y, width, height].join());
          return `<${element?.tagName} class="${element?.className}"> from ${from} to ${to}`;
        }),
      );
  }, pressed);
}

test("nothing moves on Home, market and product while they load and when scripts run @newer", async ({
  page,
  enter,
}) => {
  const look = async (when: string) => {
    for (const path of ["/Index/Home", "/Index/Power", PRODUCT_PATH, CHANGING_PATH]) {
      await page.goto(path);
      expect(await shifts(page), `${when}: ${path}`).toEqual([]);
    }
  };
  await look("signed out");
  await enter("en_US");
  await look("signed in");
});

test("nothing moves when a product's scripts load late, or when its quantity changes @newer", async ({
  page,
  enter,
}) => {
  await enter("en_US");
  const release = await holdRequests(page, "**/assets/*.js");
  await page.goto(PRODUCT_PATH, { waitUntil: "commit" });
  await expect(quantity(page)).toBeVisible();
  expect(await shifts(page), "before scripts").toEqual([]);
  release();
  await hydrated(page);
  expect(await shifts(page), "with scripts").toEqual([]);
  await page.locator("button[value=increase]").click();
  await page.locator(".chips a").last().click();
  await expect(page.locator("form .deal-figure").first()).toContainText("3,100.00");
  expect(await shifts(page), "after two presses").toEqual([]);
  expect(await shifts(page, { pressed: true }), "caused by the presses").toEqual([]);
});

/** Returns the tops of the parts of a product's deal, in px. */
const places = (page: Page) =>
  page
    .locator(".stepper, .chips, .deal > li")
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top));

test("nothing moves when a quantity above the maximum is typed and refused @newer", async ({ page, enter }) => {
  await enter("en_US");
  await page.goto(PRODUCT_PATH);
  const before = await places(page);
  await quantity(page).fill("90000");
  expect(await places(page), "while it is typed").toEqual(before);
  await buyButton(page).click();
  await expect(page.locator(".field-error")).toBeVisible();
  expect(await places(page), "refused").toEqual(before);
});

test("nothing moves when an amount gets two more digits @newer @long", async ({ page, enter, sandbox }) => {
  await enter("en_US");
  await sandbox.setProduct(CHANGING, { price: "999.5", maxBuy: "200", stock: "200", minBuy: "1" });
  // An earlier test may have cached the product for some seconds.
  await expect(async () => {
    await page.goto(CHANGING_PATH);
    await expect(page.locator("form .deal-figure").first()).toContainText("999.50", { timeout: 100 });
  }).toPass();
  const before = await places(page);
  await quantity(page).fill("150");
  await expect(page.locator("form .deal-figure").first()).toContainText("149,925.00");
  expect(await places(page)).toEqual(before);
});

for (const [provider, kind] of Object.entries({ slider: 1, challenge: 2 })) {
  test(`nothing below moves when the captcha's ${provider} loads @newer @long`, async ({
    page,
    sandbox,
    setLocale,
  }) => {
    await sandbox.setCaptchaKind(kind);
    for (const locale of ["en_US", "el_GR"] as const) {
      await setLocale(locale);
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        for (const path of ["/Login", "/Register"]) {
          const release = await holdRequests(page, "**/assets/CaptchaWidget*");
          await page.goto(path);
          await expect(page.locator(".captcha-otherwise").first()).toBeVisible();
          release();
          await expect(page.locator("#captcha").locator("[role=slider], button")).toBeVisible();
          expect(await shifts(page), `${path}, ${locale}, ${width} px`).toEqual([]);
        }
      }
    }
  });
}

test("nothing moves while a sheet is open @newer @long", async ({ page, enter }) => {
  await enter("en_US");
  await page.goto(`${PRODUCT_PATH}?step=estimate`);
  expect(await shifts(page), "the estimate").toEqual([]);
  await toConfirm(page);
  await page.reload();
  expect(await shifts(page), "the confirmation").toEqual([]);
});

test("a list that grows moves its foot once, when its button is pressed @newer @long", async ({ page }) => {
  // Without it the list waits for its button.
  await page.addInitScript("delete window.IntersectionObserver");
  const items = page.locator(".cards > *");
  const rows = () => items.evaluateAll((all) => new Set(all.map((item) => item.getBoundingClientRect().top)).size);
  const foot = () => page.locator(".list-end").evaluate((end) => end.getBoundingClientRect().top + window.scrollY);
  for (const [path, width] of [
    ["/Index/Miner", 360],
    ["/Index/Miner", 1280],
    ["/Index/Power", 360],
    ["/Index/Power", 768],
    ["/Index/Power", 1280],
  ] as const) {
    await page.setViewportSize({ width, height: 640 });
    await page.goto(path);
    const release = await holdRequests(page, /_data=/);
    await page.locator(".list-end a").click();
    await expect(page.locator(".skeleton")).not.toHaveCount(0);
    const [loading, footWhileLoading] = [await rows(), await foot()];
    // Notes whether placeholders are ever removed before their products appear.
    await page.evaluate(() => {
      const count = () => document.querySelectorAll(".cards > *").length;
      const all = count();
      new MutationObserver(() => {
        if (count() < all) document.body.dataset.shrunk = "yes";
      }).observe(document.body, { childList: true, subtree: true });
    });
    release();
    await expect(page.locator(".skeleton")).toHaveCount(0);
    expect(await rows(), `rows of ${path} at ${width} px`).toBe(loading);
    expect(await shifts(page), `${path} at ${width} px`).toEqual([]);
    // The texts of a card may take one line more or less.
    const moved = Math.abs((await foot()) - footWhileLoading);
    const rem = await page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize));
    expect(moved / rem / loading, `${path} at ${width} px, in rem per row`).toBeLessThan(0.75);
    expect(await page.evaluate(() => document.body.dataset.shrunk), `at ${width} px`).toBeUndefined();
    await page.unrouteAll();
  }
});

test("nothing moves in a large window: no list grows before a press, no height is guessed @newer @long", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 2400 });
  await page.goto("/Index/Miner");
  expect(await shifts(page)).toEqual([]);
  await expect(page.locator(".list-end a")).toBeVisible();
  for (const height of [800, 1600]) {
    await page.setViewportSize({ width: 1280, height });
    for (const path of ["/Estimate?product=1001&quantity=10&ratio=half", PRODUCT_PATH, "/MinerProductDetail/2001"]) {
      await page.goto(path);
      expect(await shifts(page), `${path}, ${height} px`).toEqual([]);
    }
  }
});
