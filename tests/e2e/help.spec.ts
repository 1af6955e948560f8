import { expect, test } from "../support/journey";

test("a link to an answer unfolds only that one, and a press folds it @long", async ({ page }) => {
  await page.goto("/Help");
  await expect(page.locator("#memo")).toBeHidden();
  await page.goto("/Help#memo");
  await expect(page.locator("#memo")).toBeVisible();
  await expect(page.locator("main details[open]")).toHaveCount(1);
  const question = page.locator("details[open] > summary");
  await expect(question).toBeInViewport();
  await question.click();
  await expect(page.locator("#memo")).toBeHidden();
});
