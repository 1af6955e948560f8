import { expect, test } from "../support/journey";

test("a link to a picture shows it without scrolling the page @long", async ({ page }) => {
  await page.goto("/MinerProductDetail/2012");
  await expect(page.locator("#picture-1")).toBeInViewport({ ratio: 0.9 });
  await expect(page.locator("#picture-3")).not.toBeInViewport();
  // Phones show no such links, so the test opens the URL.
  await page.goto("/MinerProductDetail/2012#picture-3");
  await expect(page.locator("#picture-3")).toBeInViewport({ ratio: 0.9 });
  await expect(page.locator("#picture-1")).not.toBeInViewport();
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
});
