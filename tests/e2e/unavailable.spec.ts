import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support/journey";

/** A page, the call that it is there for, and what shows that it could be read. */
const PAGES: [path: string, call: string, shown: (page: Page, email: string) => Locator][] = [
  ["/UserCenter", "user_info", (page, email) => page.locator("main").getByText(email)],
  ["/Assets", "account_balance", (page) => page.locator("article").getByText("1,000,000")],
  ["/InvitationCode", "user_info", (page) => page.locator("#invite-code")],
  // A search is not cached, so that no earlier response is served.
  ["/Notice?q=open", "notice_info_list", (page) => page.locator("main a[href^='/NoticeDetail?']")],
];

for (const [path, call, shown] of PAGES) {
  test(`${path} while the upstream does not respond: an error with a retry link that works once it answers`, async ({
    page,
    sandbox,
    enter,
  }) => {
    const { email } = await enter("en_US");
    await sandbox.fail(call, { kind: "html" });
    const response = await page.goto(path);
    expect(response?.status()).toBe(503);
    await expect(page.locator("main")).toContainText("cannot be loaded right now");
    await expect(shown(page, email)).toHaveCount(0);
    await sandbox.heal();
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(shown(page, email).first()).toBeVisible();
  });
}
