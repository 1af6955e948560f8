import sharp from "sharp";
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

test("a picture that did not load shows no broken-image icon, and the name beside it stays", async ({ page }) => {
  await page.route(/\/pictures\//, (route) => route.abort("connectionreset"));
  for (const [path, picture, name] of [
    ["/Index/Power", "article.product img", "article.product .product-title"],
    ["/Index/Power", "header img", "header .bar-logo"],
    ["/PowerProductDetail/1001", ".gallery-picture img", ".gallery-name h1"],
  ] as const) {
    await page.goto(path);
    const box = await page.locator(picture).first().boundingBox();
    if (!box) throw new Error(`${path} has no ${picture}`);
    // Browsers draw their broken-image icon here; the corners are round, and the name's shade begins below.
    const clip = { x: box.x + 4, y: box.y + 4, width: 14, height: 14 };
    const { channels } = await sharp(await page.screenshot({ clip })).stats();
    expect(Math.max(...channels.map(({ min, max }) => max - min)), `${path} ${picture}`).toBeLessThan(12);
    await expect(page.locator(name).first()).not.toBeEmpty();
  }
});
