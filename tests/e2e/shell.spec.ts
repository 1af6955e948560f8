import type { Page } from "@playwright/test";
import { attributesOf } from "../support/html";
import { expect, test } from "../support/journey";
import { TEXTS } from "../support/texts";

const menuOf = (page: Page) => page.locator(".site-menu");

test("the menu opens over the page, marks the current page, and offers the other language", async ({
  page,
  setLocale,
}) => {
  await setLocale("en_US");
  await page.goto("/Index/Power?page=2");
  await page.locator("summary.bar-button", { hasText: "Menu" }).click();
  for (const link of await menuOf(page).getByRole("link").all()) await expect(link).toBeVisible();
  await expect(menuOf(page).locator(".menu-links a")).toHaveText([
    ...["Home", "Computing power", "Miner hosting", "About us"],
  ]);
  await expect(menuOf(page).locator("[aria-current=page]")).toHaveText("Computing power");
  await menuOf(page).getByRole("button", { name: "繁體中文" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hant");
  await expect(page).toHaveURL(/\/Index\/Power\?page=2#menu$/);
});

test("the menu can be opened and closed with the keyboard", async ({ page, setLocale }) => {
  await setLocale("en_US");
  await page.goto("/Index/Home");
  await page.locator("summary", { hasText: "Menu" }).focus();
  await page.keyboard.press("Enter");
  const link = menuOf(page).getByRole("link", { name: "About us" });
  await expect(link).toBeVisible();
  // On the dark hero the bar's buttons are light, but the menu's close button is on its light panel.
  const ink = await link.evaluate((one) => getComputedStyle(one).color);
  await expect(page.locator("summary", { hasText: "Menu" })).toHaveCSS("color", ink);
  await page.keyboard.press("Enter");
  await expect(menuOf(page).getByRole("link", { name: "About us" })).toBeHidden();
});

test("the bar stays at the top and turns solid over the first 200 px of scrolling; with reduced motion it is always solid @long", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/Index/Home");
  const bar = page.locator("header.bar-site");
  const background = () => bar.evaluate((element) => getComputedStyle(element).backgroundColor);
  // The bar is over the dark top of Home.
  const paper = "rgb(16, 32, 43)";
  await expect.poll(background).toBe("rgba(0, 0, 0, 0)");
  await page.evaluate(() => window.scrollTo({ top: 100, behavior: "instant" }));
  await expect.poll(background, "half-way the bar is translucent").toMatch(/^(?!rgba\(0, 0, 0, 0\)$)(?!rgb\()/);
  await page.evaluate(() => window.scrollTo({ top: 220, behavior: "instant" }));
  await expect.poll(background).toBe(paper);
  expect((await bar.boundingBox())?.y).toBe(0);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  await expect.poll(background).toBe(paper);
});

test("the skip link comes first in the focus order and leads past the bar", async ({ page, setLocale }) => {
  await setLocale("en_US");
  for (const path of ["/Index/Home", "/Index/Power"]) {
    await page.goto(path);
    const skip = page.getByRole("link", { name: "Skip to main content" });
    await expect(skip).not.toBeInViewport();
    await page.keyboard.press("Tab");
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/#main$/);
    await page.keyboard.press("Tab");
    await expect(page.locator("main :focus"), path).toHaveCount(1);
  }
});

/** Text and controls that the support icon covers while a page is scrolled from top to end. */
function underSupportIcon(page: Page): Promise<{ places: number; covered: string[] }> {
  return page.evaluate(() => {
    const icon = document.querySelector("header.bar a[href^='/LeavingMessage']");
    const bar = document.querySelector("header.bar");
    if (!icon || !bar) throw new Error("There is no support icon.");
    const parts = Array.from(
      document.querySelectorAll("main a, main button, main input, main select, dd, .figure, .tag"),
    );
    const covered = new Set<string>();
    let places = 0;
    for (let top = 0; top <= document.documentElement.scrollHeight; top += innerHeight / 5) {
      window.scrollTo({ top, behavior: "instant" });
      places += 1;
      const { left, right, bottom } = icon.getBoundingClientRect();
      // The bar hides content that has scrolled under it.
      const edge = bar.getBoundingClientRect().bottom;
      for (const part of parts) {
        const box = part.getBoundingClientRect();
        const isUnder = box.left < right && box.right > left && box.bottom > edge && box.top < bottom;
        if (box.width > 0 && isUnder && Math.max(box.top, edge) < bottom) covered.add(part.outerHTML.slice(0, 100));
      }
    }
    return { places, covered: Array.from(covered) };
  });
}

test("the support icon leads to the contact form, is always visible, and covers no control or figure @long", async ({
  page,
  setLocale,
}) => {
  for (const locale of ["en_US", "el_GR"] as const) {
    await setLocale(locale);
    for (const path of ["/Index/Home", "/Index/Power?page=2", "/Index/Miner", "/PowerProductDetail/1001"]) {
      await page.goto(path);
      for (const [width, height] of [
        [320, 568],
        [360, 640],
      ] as const) {
        await page.setViewportSize({ width, height });
        const { places, covered } = await underSupportIcon(page);
        expect(covered, `${path} at ${width} × ${height}: ${locale}`).toEqual([]);
        expect(places).toBeGreaterThan(5);
        const icon = page.getByRole("banner").getByRole("link", { name: TEXTS[locale]("common.support") });
        await expect(icon, `${path}, scrolled to its end`).toBeInViewport({ ratio: 1 });
      }
    }
  }
});

test("a focused control is not hidden by the bar @long", async ({ page }) => {
  for (const path of ["/Index/Home", "/Index/Power"]) {
    for (const key of ["Tab", "Shift+Tab"]) {
      await page.goto(path);
      const stops = await page.locator("main a[href], main button, footer a").count();
      for (let stop = 0; stop < stops; stop += 1) {
        await page.keyboard.press(key);
        const hidden = await page.evaluate(() => {
          const bar = document.querySelector("header.bar");
          const { activeElement } = document;
          if (!bar || !activeElement || bar.contains(activeElement) || activeElement.matches("body, .skip")) return 0;
          return Math.max(0, bar.getBoundingClientRect().bottom - activeElement.getBoundingClientRect().top);
        });
        expect(hidden, `${path}, ${key} ${stop}`).toBeLessThanOrEqual(1);
      }
    }
  }
});

test("signed-in visitors have five tabs on every page, the current one marked", async ({ page, account, signIn }) => {
  const tabs = async (path: string, selector = "a") =>
    attributesOf(await (await page.request.get(path)).text(), `nav.main-nav ${selector}`, "href");
  expect(await tabs("/Index/Home"), "signed-out visitors have no tabs").toEqual([]);
  await signIn(page, account);
  for (const [address, place, kind] of [
    ["/Index/Home", "/Index/Home", "page"],
    ["/MyOrder", "/MyOrder", "page"],
    ["/Recharge", "/Assets", "true"],
    ["/InvitationCode", "/UserCenter", "true"],
    ["/Security", "/UserCenter", "true"],
    ["/Estimate", "/Index/Power", "true"],
    ["/Saved", "/Index/Power", "true"],
    ["/Compare", "/Index/Power", "true"],
  ] as const) {
    expect(await tabs(address)).toEqual(["/Index/Home", "/Index/Power", "/MyOrder", "/Assets", "/UserCenter"]);
    expect(await tabs(address, `[aria-current="${kind}"]`), address).toEqual([place]);
  }
  expect(await tabs("/Notice", "[aria-current]")).toEqual([]);
  expect(await tabs("/PowerProductDetail/1001"), "the purchase bar replaces them").toEqual([]);
});

test.describe("on a desktop", () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

  test("a quiet button does not look disabled", async ({ page }) => {
    await page.goto("/Index/Power");
    const ink = await page
      .locator("h1")
      .first()
      .evaluate((heading) => getComputedStyle(heading).color);
    await expect(page.locator(".button-quiet:not([disabled])").first()).toHaveCSS("color", ink);
  });

  test("the account's menu opens and closes by its own button, with mouse and keyboard", async ({ page, enter }) => {
    await enter("en_US");
    await page.goto("/MyOrder");
    const summary = page.locator(".account-fold > summary");
    const menu = page.locator(".account-fold > div");
    await expect(menu).toBeHidden();
    await expect(page.locator(".main-nav, .bar-back, .bar-support").filter({ visible: true })).toHaveCount(0);
    for (const press of [() => summary.click(), () => summary.press("Enter")]) {
      await press();
      await expect(menu.getByRole("link")).toHaveText(["Account", "Account security", "Sign out"]);
      for (const link of await menu.getByRole("link").all()) await expect(link).toBeInViewport({ ratio: 1 });
      await press();
      await expect(menu).toBeHidden();
    }
    await summary.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/UserCenter$/);
  });
});
