import { expect, test } from "../support/journey";

test("a link to an answer opens only that answer, and a press closes it @long", async ({ page }) => {
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
