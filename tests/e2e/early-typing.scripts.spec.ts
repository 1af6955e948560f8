import { isHydrated } from "../support/hydration";
import { expect, test } from "../support/journey";

test("a code typed before the scripts arrive can be sent once they have", async ({ page, sandbox, account }) => {
  await page.goto("/Login");
  await page.locator("[name=mobileNumber]").fill(account.email);
  await page.locator("[name=loginPword]").fill(account.password);
  await page.locator("[name=loginPword]").press("Enter");
  await expect(page.locator("[name=googleCode]")).toBeVisible();

  let release = () => {};
  const gate = new Promise<void>((open) => (release = open));
  await page.route("**/assets/*.js", async (route) => {
    await gate;
    await route.continue();
  });
  await page.reload({ waitUntil: "commit" });
  await page.locator("[name=googleCode]").fill(await sandbox.code(account.email, "google"));
  const confirm = page.locator("button[name=intent][value=confirm]");
  expect(await isHydrated(confirm)).toBe(false);
  release();
  await expect.poll(() => isHydrated(confirm)).toBe(true);

  await expect(confirm).toBeEnabled();
  await confirm.click();
  await expect(page).toHaveURL(/\/Index\/Home$/);
});
