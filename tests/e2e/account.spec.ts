import type { Page } from "@playwright/test";
import { expect, test } from "../support/journey";
import { TEXTS } from "../support/texts";

/** The browser has no session cookie. */
async function expectSignedOut(page: Page): Promise<void> {
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("utoken");
}

for (const locale of ["el_GR", "en_US"] as const) {
  const t = TEXTS[locale];

  test(`the account centre shows name, id, badge and its entries: ${locale}`, async ({ page, account, enter }) => {
    await enter(locale);
    await page.goto("/UserCenter");
    const main = page.locator("main");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("UserCenter.title"));
    await expect(main).toContainText(account.email);
    await expect(main).toContainText(t("UserCenter.id", { id: account.id }));
    await expect(main).toContainText(t("UserCenter.verified"));
    for (const target of ["/Assets", "/MyOrder", "/UserCenter?step=earnings", "/InvitationCode", "/Notice"]) {
      await expect(main.locator(`nav a[href='${target}']`)).toBeVisible();
    }
    await expect(main.locator("a[href='/RealNameSelect'], a[href='/GoogleBind']"), "verified and bound").toHaveCount(0);
  });

  test(`logout asks for confirmation, and then shows a success toast, which its link closes: ${locale}`, async ({
    page,
    sandbox,
    enter,
  }) => {
    await enter(locale);
    await page.goto("/UserCenter");
    await page.getByRole("link", { name: t("UserCenter.logout") }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toHaveAccessibleName(t("UserCenter.logoutTitle"));
    await dialog.getByRole("link", { name: t("common.cancel") }).click();
    await expect(page).toHaveURL("/UserCenter");
    await expect(dialog).toHaveCount(0);
    expect(await sandbox.calls("login_out")).toBe(0);

    await page.getByRole("link", { name: t("UserCenter.logout") }).click();
    await dialog.getByRole("button", { name: t("UserCenter.logout") }).click();
    await expect(page).toHaveURL("/Index/Home");
    const toast = page.getByRole("status").filter({ hasText: t("toasts.loggedOut") });
    await expect(toast).toBeVisible();
    await expectSignedOut(page);
    expect(await sandbox.calls("login_out")).toBe(1);

    await toast.getByRole("link", { name: t("common.dismiss") }).click();
    await expect(page).toHaveURL("/Index/Home");
    await expect(toast).toHaveCount(0);
  });

  test(`an expired session: the root with the message, signed out: ${locale}`, async ({ page, sandbox, enter }) => {
    const account = await enter(locale);
    await page.goto("/UserCenter");
    await sandbox.expireSessions(account.email);
    await page.reload();
    await expect(page).toHaveURL("/Index/Home");
    await expect(page.getByRole("alert")).toContainText(t("errors.sessionExpired"));
    await expectSignedOut(page);
    await page.goto("/UserCenter");
    await expect(page).toHaveURL("/Login?redirectTo=%2FUserCenter");
  });
}

for (const [locale, fault, words] of [
  ["en_US", { kind: "html" }, "the platform has not confirmed it"],
  ["el_GR", { kind: "error", code: 777, msg: "Account frozen" }, "但平台尚未確認"],
] as const) {
  test(`logout that the upstream does not confirm: signed out on this site anyway, with a warning: ${locale}`, async ({
    page,
    sandbox,
    enter,
  }) => {
    await enter(locale);
    await sandbox.fail("login_out", fault);
    await page.goto("/UserCenter?step=logout");
    await page.getByRole("dialog").locator("button.button").click();
    await expect(page.getByRole("alert")).toContainText(words);
    await expectSignedOut(page);
  });
}

test(
  "back after logout shows nothing of the account and posts nothing",
  { tag: "@browser" },
  async ({ page, account, signIn, context }) => {
    await signIn(page, account);
    await page.goto("/UserCenter");
    await page.goto("/UserCenter?step=logout");
    await page.getByRole("dialog").locator("button.button").click();
    await expect(page).toHaveURL("/Index/Home");
    const posts: string[] = [];
    context.on("request", (request) => {
      if (request.method() === "POST") posts.push(request.url());
    });
    await page.goBack();
    await expect(page).toHaveURL(/\/Login\?redirectTo=/);
    expect(await page.content()).not.toContain(account.email);
    expect(posts).toEqual([]);
  },
);

test("an account that is neither verified nor bound gets links to both", async ({ page, sandbox, signIn }) => {
  const account = await sandbox.createAccount({ secondStep: "sms", googleBound: false, authLevel: 3 });
  await signIn(page, account);
  await page.goto("/UserCenter");
  await expect(page.locator("a[href='/RealNameSelect']")).toBeVisible();
  await expect(page.locator("nav a[href='/GoogleBind']")).toBeVisible();
});
