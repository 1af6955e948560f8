import type { Page } from "@playwright/test";
import { isReady } from "../support/hydration";
import { expect, test } from "../support/journey";

/** The product lists hydrate on first use (behaviour 10.16), and no press before or meanwhile is lost. */

test.beforeEach(({ setLocale }) => setLocale("en_US"));

const box = (page: Page) => page.locator("[name=ids]").first();
const unused = { waitUntil: "networkidle" } as const;

test("a mouse that was never moved and a screen reader's press hydrate the list", async ({ page }) => {
  const press = await page.context().newCDPSession(page);
  const uses = [
    () => box(page).evaluate((element: HTMLElement) => element.click()),
    async () => {
      const { x, y } = (await box(page).boundingBox()) ?? { x: 0, y: 0 };
      const at = { x: x + 5, y: y + 5, button: "left", clickCount: 1 } as const;
      await press.send("Input.dispatchMouseEvent", { type: "mousePressed", ...at });
      await press.send("Input.dispatchMouseEvent", { type: "mouseReleased", ...at });
    },
  ];
  for (const use of uses) {
    await page.goto("/Index/Power", unused);
    await use();
    await expect(page.locator("[name=go]")).toHaveText("Compare selected (1 of 4)");
    await expect(box(page)).toBeChecked();
  }
});

test("after Back, a box that is ticked before the list hydrates stays ticked", async ({ page }) => {
  // Otherwise all boxes are below a phone's window, and scrolling to one hydrates the list.
  await page.setViewportSize({ width: 375, height: 1200 });
  await page.goto("/Index/Power");
  await page.locator("article.product a").first().click();
  await expect(page).toHaveURL(/\/PowerProductDetail\//);
  await page.goBack({ waitUntil: "commit" });
  await box(page).evaluate((element: HTMLElement) => element.click());
  await page.waitForFunction(isReady);
  await page.waitForLoadState("networkidle");
  await expect(box(page)).toBeChecked();
  await expect(page.locator("[name=go]")).toHaveText("Compare selected (1 of 4)");
});

test("what was typed into the search is there after a language switch, before the list is used", async ({ page }) => {
  await page.goto("/Index/Power");
  await page.locator("#market-q").fill("abc");
  await page.waitForLoadState("networkidle");
  await page.locator("details.menu > summary").click();
  await page.getByRole("button", { name: "繁體中文" }).first().press("Enter");
  await expect(page).toHaveURL(/#menu$/);
  await expect(page.locator("#market-q")).toHaveValue("abc");
});
