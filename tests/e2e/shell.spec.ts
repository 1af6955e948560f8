import type { Locator, Page } from "@playwright/test";
import { attributesOf } from "../support/attributes";
import { expect, test } from "../support/journey";

const LINKS = ["/Index/Home", "/Index/Power", "/Index/Miner", "/Index/AboutUs"];
const LOCALES = [
  ["en_US", "Menu", ["Home", "Computing power", "Miner hosting", "About us"], "切換為繁體中文", "zh-Hant"],
  ["el_GR", "選單", ["首頁", "算力市場", "礦機託管", "關於我們"], "Switch to English", "en"],
] as const;

const menuOf = (page: Page) => page.locator("details.menu");
const socials = (page: Page) => menuOf(page).locator(".socials a");
const hrefs = (links: Locator) => attributesOf(links, "href");

for (const [locale, menu, names, other, otherLang] of LOCALES) {
  test(
    `the slide-over menu has four links, three contacts and the other language: ${locale}`,
    { tag: "@no-scripts" },
    async ({ page, setLocale }) => {
      await setLocale(locale);
      await page.goto("/Index/Power?page=2");
      await expect(menuOf(page).getByRole("link", { name: names[0] })).toBeHidden();
      await page.locator("summary.bar-button", { hasText: menu }).click();
      for (const [index, name] of names.entries()) {
        const link = menuOf(page).getByRole("link", { name, exact: true });
        await expect(link).toBeVisible();
        await expect(link).toHaveAttribute("href", LINKS[index] ?? "");
      }
      await expect(menuOf(page).locator(".menu-links a")).toHaveCount(4);
      await expect(menuOf(page).locator("[aria-current=page]")).toHaveText(names[1]);
      expect(await hrefs(socials(page))).toEqual([
        "https://t.me/example",
        "https://twitter.com/example",
        "mailto:sales@example.com",
      ]);

      await menuOf(page).getByRole("button", { name: other }).click();
      await expect(page.locator("html")).toHaveAttribute("lang", otherLang);
      await expect(page).toHaveURL(/\/Index\/Power\?page=2$/);
    },
  );
}

test("the menu can be opened and closed with the keyboard", { tag: "@browser" }, async ({ page, setLocale }) => {
  await setLocale("en_US");
  await page.goto("/Index/Home");
  await page.locator("summary", { hasText: "Menu" }).focus();
  await page.keyboard.press("Enter");
  await expect(menuOf(page).getByRole("link", { name: "About us" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(menuOf(page).getByRole("link", { name: "About us" })).toBeHidden();
});

test("a contact that equals the placeholder is hidden, and with app-only the user icon leads to the app", async ({
  page,
  appOnlyStage,
}) => {
  await page.goto(`${appOnlyStage.storefront.url}/Index/Home`);
  await page.locator("summary").click();
  expect(await hrefs(socials(page))).toEqual(["https://twitter.com/example", "mailto:sales@example.com"]);
  await expect(page.locator("header .bar-button[href]")).toHaveAttribute("href", "/AppDownload");
  await expect(page.locator("a[href='https://t.me/example']")).toHaveCount(0);
});

test("the bar: the logo leads to Home, the user icon to signing in, and when signed in to the account", async ({
  page,
  account,
  signIn,
}) => {
  await page.goto("/Index/Power");
  const user = page.locator("header .bar-button[href]");
  await expect(user).toHaveAttribute("href", "/Login");
  await page.locator("header .bar-logo").click();
  await expect(page).toHaveURL(/\/Index\/Home$/);
  await signIn(page, account);
  await page.goto("/Index/Home");
  await user.click();
  await expect(page).toHaveURL(/\/UserCenter$/);
});

test(
  "the bar stays at the top, and turns from clear to solid over the first 200 px of scroll",
  { tag: "@browser" },
  async ({ page }) => {
    await page.goto("/Index/Home");
    const bar = page.locator("header.bar-site");
    const background = () => bar.evaluate((element) => getComputedStyle(element).backgroundColor);
    const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await expect.poll(background).toBe("rgba(0, 0, 0, 0)");
    await page.evaluate(() => window.scrollTo({ top: 100, behavior: "instant" }));
    await expect.poll(background, "half-way it is neither").toMatch(/^(?!rgba\(0, 0, 0, 0\)$)(?!rgb\()/);
    await page.evaluate(() => window.scrollTo({ top: 220, behavior: "instant" }));
    await expect.poll(background).toBe(paper);
    expect((await bar.boundingBox())?.y).toBe(0);
  },
);

test(
  "the skip link is the first in the focus order and leads past the bar",
  { tag: "@browser" },
  async ({ page, setLocale }) => {
    await setLocale("en_US");
    for (const path of ["/Index/Home", "/Index/Power"]) {
      await page.goto(path);
      const skip = page.getByRole("link", { name: "Skip to the main content" });
      await expect(skip).not.toBeInViewport();
      await page.keyboard.press("Tab");
      await expect(skip).toBeFocused();
      await expect(skip).toBeInViewport();
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/#main$/);
      await page.keyboard.press("Tab");
      await expect(page.locator("main :focus"), path).toHaveCount(1);
    }
  },
);

/** How much of the focused control the support icon covers, 0 to 1. */
function coveredShare(page: Page): Promise<{ name: string; share: number }> {
  return page.evaluate(() => {
    const control = document.activeElement ?? document.body;
    const icon = document.querySelector(".support");
    const [a, b] = [control.getBoundingClientRect(), icon?.getBoundingClientRect()];
    const width = b ? Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) : 0;
    const height = b ? Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)) : 0;
    const name = `${control.tagName} ${control.textContent.trim().slice(0, 40)}`;
    return { name, share: control === icon || !a.width ? 0 : (width * height) / (a.width * a.height) };
  });
}

test(
  "the support icon leads to the contact form and never covers a focused control",
  { tag: "@browser" },
  async ({ page, setLocale }) => {
    await setLocale("en_US");
    for (const path of ["/Index/Home", "/Index/Power"]) {
      for (const key of ["Tab", "Shift+Tab"]) {
        await page.goto(path);
        await expect(page.locator("a.support")).toHaveAttribute("href", "/LeavingMessage");
        const stops = await page.locator("a[href], button, summary, input:not([type=hidden])").count();
        for (let stop = 0; stop < stops; stop += 1) {
          await page.keyboard.press(key);
          const { name, share } = await coveredShare(page);
          // A card is taller than the icon, so enough of it can still be seen.
          expect(share, `${path} ${key}: ${name}`).toBeLessThan(0.1);
        }
      }
      await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
      const controls = page.locator("main a, main button, footer a, footer button");
      for (const control of (await controls.all()).slice(-6)) {
        await control.evaluate((element) => element.focus({ preventScroll: true }));
        const { name, share } = await coveredShare(page);
        expect(share, `${path}, foot: ${name}`).toBe(0);
      }
    }
  },
);
