import { expect, test } from "../support/journey";
import { PRODUCT_PATH } from "../support/purchase-paths";
import { buyButton, hydrated, quantity, sheet, toConfirm } from "../support/shopping";

test.beforeEach(({ setLocale }) => setLocale("en_US"));

test("without scripts an open sheet has the focus, and nothing under it can be reached", async ({ page, enter }) => {
  await enter("en_US");
  await toConfirm(page);
  await expect(sheet(page).getByRole("heading", { level: 2 })).toBeFocused();
  const stops = await sheet(page).locator("a, button").count();
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press("Tab");
    await expect(sheet(page).locator(":focus"), String(stop)).toHaveCount(1);
  }
  await page.keyboard.press("Tab");
  await expect(page.locator("header :focus, .page :focus, footer :focus")).toHaveCount(0);
});

test("at 400 % zoom everything in an open sheet and on the page can be scrolled into view @long", async ({
  page,
  enter,
  javaScriptEnabled,
}) => {
  await enter("en_US");
  // 1280 × 1024 px at 400 %.
  await page.setViewportSize({ width: 320, height: 256 });
  const places = [
    { open: () => page.goto(PRODUCT_PATH), scope: page.locator("main") },
    // With scripts the sheet appears shortly after its URL.
    { open: () => toConfirm(page), scope: sheet(page) },
  ];
  for (const { open, scope } of places) {
    await open();
    // Hydration removes a button.
    if (javaScriptEnabled) await hydrated(page);
    await expect(scope).toBeVisible();
    for (const part of await scope
      .locator("a, button:not([aria-hidden]), input:not([type=hidden]), dd")
      .filter({ visible: true })
      .all()) {
      const isSeen = () =>
        part.evaluate((element) => {
          element.scrollIntoView({ block: "center", inline: "nearest" });
          const { left, top, width, height } = element.getBoundingClientRect();
          return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        });
      // While one page replaces another, no element is at any point.
      await expect.poll(isSeen, await part.evaluate((element) => element.outerHTML.slice(0, 100))).toBe(true);
    }
  }
});

test("without scripts a rejected form has the focus on its error summary, or on the only wrong field", async ({
  page,
}) => {
  await page.goto("/LeavingMessage");
  await page.locator("[name=name]").press("Enter");
  await expect(page.locator("#summary")).toBeFocused();
  await expect(page.locator("#summary")).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Tab");
  await expect(page.locator("#summary a").first()).toBeFocused();
  await page.goto(PRODUCT_PATH);
  await quantity(page).fill("900");
  await buyButton(page).click();
  await expect(quantity(page)).toBeFocused();
  await expect(page.locator("#buy-buyAmount-error")).toBeInViewport({ ratio: 1 });
  await expect(page.locator("#summary")).toHaveCount(0);
});
