import { expect, test } from "../support/journey";

test("with scripts, Esc closes the menu and gives the focus back to its button @long", async ({ page, setLocale }) => {
  await setLocale("en_US");
  await page.goto("/Index/Power");
  const button = page.locator("summary", { hasText: "Menu" });
  const link = page.locator(".site-menu").getByRole("link", { name: "About us" });
  await button.click();
  await link.focus();
  await expect(link).toBeFocused();
  // Esc works only once the scripts have loaded, so it is tried until then.
  await expect(async () => {
    await page.keyboard.press("Escape");
    await expect(link).toBeHidden({ timeout: 200 });
  }).toPass();
  await expect(button).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(link, "a closed menu stays closed").toBeHidden();
});

test("with scripts, the focus stays inside the open menu @long", async ({ page, setLocale }) => {
  await setLocale("en_US");
  await page.goto("/Index/Power");
  await page.waitForLoadState("networkidle");
  const menu = page.locator(".site-menu");
  await page.locator("summary", { hasText: "Menu" }).click();
  await page.locator("summary", { hasText: "Menu" }).focus();
  const stops = await menu.locator("summary, a, button").count();
  for (const key of ["Tab", "Shift+Tab"]) {
    for (let stop = 0; stop < stops + 2; stop += 1) {
      await page.keyboard.press(key);
      await expect(menu.locator(":focus"), `${key} ${stop}`).toHaveCount(1);
    }
  }
});
