import { expect, test } from "../support/journey";

test("with scripts, Esc closes the menu and returns the focus to its button @long", async ({ page, setLocale }) => {
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

test.describe("on a desktop", () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

  test("with scripts, Esc and a press outside close the account's menu, which then loses the focus", async ({
    page,
    enter,
  }) => {
    await enter("en_US");
    await page.goto("/InvitationCode");
    await page.waitForLoadState("networkidle");
    const summary = page.locator(".account-fold > summary");
    const menu = page.locator(".account-fold > div");
    const [first, last] = [menu.getByRole("link").first(), menu.getByRole("link").last()];
    await summary.focus();
    await page.keyboard.press("Enter");
    await expect(menu).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(first).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(summary).toBeFocused();

    await summary.click();
    await last.focus();
    await menu.click({ position: { x: 4, y: 4 } });
    await expect(menu, "a press on the menu's own edge leaves it open").toBeVisible();
    const link = page.locator("#invite-link");
    await link.click();
    await expect(menu).toBeHidden();
    await expect(link, "the pressed link has the focus").toBeFocused();
    await page.keyboard.press("Escape");
    await expect(link, "Esc does nothing once the menu is closed").toBeFocused();
  });
});
