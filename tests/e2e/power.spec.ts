import { attributesOf } from "../support/attributes";
import { expect, test } from "../support/journey";

const cards = "article.product";

test(
  "the list has five products and a footer that offers more, and at the end says that there is no more",
  { tag: ["@long", "@scripts"] },
  async ({ page, setLocale }) => {
    await setLocale("en_US");
    await page.goto("/Index/Power?page=1");
    await expect(page.locator("h1")).toHaveText("Computing power");
    expect(await page.locator(cards).count()).toBeGreaterThanOrEqual(5);
    await page.goto("/Index/Power?page=2");
    await expect(page.locator(cards)).toHaveCount(8);
    await expect(page.getByText("No more products")).toBeVisible();
    await expect(page.getByRole("link", { name: "Load more" })).toHaveCount(0);
  },
);

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

test("each product leads to its detail", async ({ page }) => {
  await page.goto("/Index/Power?page=2");
  const links = await attributesOf(page.locator(`${cards} a`), "href");
  expect(links).toHaveLength(8);
  for (const link of links.slice(-2)) {
    const response = await page.request.get(link ?? "");
    expect(response.status(), link ?? "").toBe(200);
  }
  await page.locator(`${cards} a`).first().click();
  await expect(page).toHaveURL(/\/PowerProductDetail\/1001$/);
  await expect(page.locator("h1")).toBeVisible();
});

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
