import { expect, test } from "../support/journey";

test.beforeEach(({ enter }) => enter("en_US"));

test("the share button shares the link, and is absent if the browser cannot share @newer @long", async ({ page }) => {
  await page.addInitScript(() => {
    const shared: string[] = [];
    Object.assign(window, { shared });
    if (sessionStorage.getItem("unable")) Reflect.deleteProperty(Navigator.prototype, "share");
    else
      Object.defineProperty(navigator, "share", { value: async ({ url }: ShareData) => void shared.push(url ?? "") });
  });
  await page.goto("/InvitationCode");
  const share = page.getByRole("button", { name: "Share the link" });
  await expect(page.getByRole("link", { name: "Send by email" }), "it replaces the e-mail link").toHaveCount(0);
  await share.click();
  const shared = await page.evaluate(() => (window as unknown as { shared: string[] }).shared);
  expect(shared).toEqual([await page.locator("#invite-link").inputValue()]);

  await page.evaluate(() => sessionStorage.setItem("unable", "1"));
  await page.reload();
  await expect(page.locator(".copy button").first()).toBeVisible();
  await expect(share).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Send by email" })).toBeVisible();
});
