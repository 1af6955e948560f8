import { expect, test } from "../support/journey";

const cards = "article.product";

test(
  "a link to page 2 shows pages 1 and 2 and lands on the first new item",
  { tag: ["@long", "@scripts", "@browser"] },
  async ({ page }) => {
    await page.goto("/Index/Power?page=2#item-6");
    await expect(page.locator(cards)).toHaveCount(8);
    await expect(page.locator("#item-6")).toBeInViewport({ ratio: 0.9 });
    await expect(page.locator("#item-1")).not.toBeInViewport();
    const [item, bar] = [await page.locator("#item-6").boundingBox(), await page.locator("header").boundingBox()];
    expect(item?.y, "the bar covers nothing of it").toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
  },
);

test.describe("on a page without scripts", () => {
  // With Save-Data such a page is served to every browser.
  test.use({
    extraHTTPHeaders: async ({ extraHTTPHeaders }, provide) => provide({ ...extraHTTPHeaders, "Save-Data": "on" }),
  });

  for (const locale of ["el_GR", "en_US"] as const) {
    test(
      `load more is a link that lands on the first new item: ${locale}`,
      { tag: ["@long", "@browser"] },
      async ({ page, setLocale }) => {
        await setLocale(locale);
        await page.goto("/Index/Power");
        await expect(page.locator(cards)).toHaveCount(5);
        await page.locator(".list-end a").click();
        await expect(page).toHaveURL(/\/Index\/Power\?page=2#item-6$/);
        await expect(page.locator(cards)).toHaveCount(8);
        await expect(page.locator("#item-6")).toBeInViewport({ ratio: 0.9 });
        await expect(page.locator("#item-1")).not.toBeInViewport();
      },
    );
  }
});
