import { expect, test } from "../support/journey";

test(
  "from Home a plan is found, saved, and compared with one of another page",
  { tag: ["@long", "@scripts"] },
  async ({ page, setLocale }) => {
    await setLocale("en_US");
    await page.goto("/Index/Power");
    await page.locator("#market-q").fill("ＣＨＩＡ green");
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page.locator("article.product")).toHaveCount(1);
    await expect(page.getByText("Products found: 1")).toBeVisible();
    await page.locator("[name=ids]").check();
    await page.locator("[name=save]").click();
    await expect(page).toHaveURL(/#plan-1004$/);
    await expect(page.locator("[name=unsave]")).toHaveCount(1);
    await expect(page.locator("[name=ids]"), "what was ticked still is").toBeChecked();

    await page.goto("/Index/Power?page=2");
    await page.locator("[name=ids][value='1008']").check();
    await page.locator("[name=go]").click();
    await expect(page).toHaveURL(/\/Compare$/);
    await expect(page.locator("thead th")).toHaveCount(2);
    await expect(page.locator("tfoot a")).toHaveCount(2);
    await page.locator("[name=drop][value='1008']").click();
    await expect(page.getByText("Tick one more product")).toBeVisible();

    await page.goto("/Saved");
    await expect(page.locator("article.product")).toHaveCount(1);
    await page.locator("[name=unsave]").click();
    await expect(page.getByText("No saved products yet")).toBeVisible();
  },
);
