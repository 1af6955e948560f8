import { expect, test } from "../support/journey";

test("the list that grows preserves the ticked boxes, and what is pressed leads back to as much of it", async ({
  page,
}) => {
  await page.goto("/Index/Power");
  const box = page.locator("[name=ids][value='1001']");
  await box.check();
  await expect(page.locator("[name=to]"), "with scripts there is no other document to take them to").toHaveCount(0);
  await page.locator(".list-end").scrollIntoViewIfNeeded();
  await expect(page.locator("article.product")).toHaveCount(8);
  await expect(box).toBeChecked();
  await page.locator("[name=save][value='1006']").click();
  await expect(page).toHaveURL(/\/Index\/Power\?page=2#plan-1006$/);
  await expect(page.locator("article.product")).toHaveCount(8);
  await expect(box).toBeChecked();
});
