import { expect, test } from "../support/journey";

test("a growing list keeps ticked boxes, and its buttons return to a list of the same length @long", async ({
  page,
  setLocale,
}) => {
  await setLocale("en_US");
  await page.goto("/Index/Power");
  const box = page.locator("[name=ids][value='1001']");
  const tray = page.locator("[name=go]");
  await expect(tray).toHaveText("Compare selected");
  await box.check();
  await expect(tray).toHaveText("Compare selected (1 of 4)");
  await expect(page.locator("[name=to]"), "with scripts no button carries ticks to another page").toHaveCount(0);
  await page.locator(".list-end").scrollIntoViewIfNeeded();
  await expect(page.locator("article.product")).toHaveCount(8);
  await expect(box).toBeChecked();
  await expect(tray, "the tray stays").toBeInViewport({ ratio: 1 });
  await page.locator("[name=ids][value='1008']").check();
  await expect(tray).toHaveText("Compare selected (2 of 4)");
  await page.locator("[name=ids][value='1008']").uncheck();
  await expect(tray).toHaveText("Compare selected (1 of 4)");
  await page.locator("[name=save][value='1006']").click();
  await expect(page).toHaveURL(/\/Index\/Power\?page=2#plan-1006$/);
  await expect(page.locator("article.product")).toHaveCount(8);
  await expect(box).toBeChecked();
});
