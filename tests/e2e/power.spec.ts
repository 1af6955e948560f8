import { expect, test } from "../support/journey";

test("a link to page 2 shows pages 1 and 2, with the first new item below the bar @long @both", async ({
  page,
  javaScriptEnabled,
}) => {
  if (javaScriptEnabled) await page.goto("/Index/Power?page=2#item-6");
  else {
    await page.goto("/Index/Power");
    await page.locator(".list-end a").click();
    await expect(page).toHaveURL(/\/Index\/Power\?page=2#item-6$/);
  }
  await expect(page.locator("article.product")).toHaveCount(8);
  await expect(page.locator("#item-6")).toBeInViewport({ ratio: 0.9 });
  await expect(page.locator("#item-1")).not.toBeInViewport();
  const [item, bar] = [await page.locator("#item-6").boundingBox(), await page.locator("header").boundingBox()];
  expect(item?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
});
