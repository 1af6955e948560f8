import { expect, test } from "../support/journey";

test("with scripts a button copies the key, and nothing stores the key after its page @newer", async ({
  page,
  context,
  enter,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await enter("en_US", { secondStep: "sms", googleBound: false });
  await page.goto("/GoogleBind");
  await page.locator("main button[value=begin]").click();
  const key = await page.locator("#bind-key").innerText();
  await page.locator(".exact-text button").click();
  await expect(page.locator(".exact-text").getByRole("status")).toHaveText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await page.locator("[name=written]").check();
  await page.locator("main button[value=written]").click();
  await expect(page).toHaveURL("/GoogleBind?step=code");
  expect(await page.content()).not.toContain(key);
});
