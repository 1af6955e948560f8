import type { Page } from "@playwright/test";
import { expect, test } from "../support/journey";
import { toSecondStep } from "../support/signing-in";
import { TEXTS } from "../support/texts";

const sheet = (page: Page) => page.getByRole("dialog");
const confirm = (page: Page) => sheet(page).locator("button[value=confirm]");

const wrongCode = (code: string) => String((Number.parseInt(code, 10) + 500_000) % 1_000_000).padStart(6, "0");

for (const locale of ["el_GR", "en_US"] as const) {
  const t = TEXTS[locale];

  test(`sign in with the authenticator, a wrong code first: ${locale} @scripts`, async ({
    page,
    sandbox,
    account,
    setLocale,
    javaScriptEnabled,
  }) => {
    await setLocale(locale);
    const loads: string[] = [];
    page.on("request", (request) => request.resourceType() === "document" && loads.push(request.method()));
    await toSecondStep(page, account);
    await expect(page).toHaveURL("/Login?step=google");
    expect(loads, "with scripts the sheet opens in place").toEqual(
      javaScriptEnabled ? ["GET"] : ["GET", "POST", "GET"],
    );
    await page.reload();
    await expect(sheet(page), "a refresh keeps the step").toHaveAccessibleName(t("Login.googleTitle"));
    await expect(page.locator("[name=loginPword]"), "fields under the sheet cannot be reached").not.toBeFocused();

    const right = await sandbox.code(account.email, "google");
    const code = page.locator("[name=googleCode]");
    await code.fill(wrongCode(right));
    await confirm(page).click();
    await expect(page.locator("#code-googleCode-error")).toHaveText(t("errors.code"));
    await expect(page).toHaveURL("/Login?step=google");

    await code.fill(right);
    await expect(confirm(page)).toBeEnabled();
    await code.press("Enter");
    await expect(page).toHaveURL("/Index/Home");
    const toast = page.getByRole("status").first();
    await expect(toast).toContainText(t("toasts.welcome"));
    await expect(toast.getByRole("link", { name: t("common.download") })).toHaveAttribute("href", "/AppDownload");
  });
}

test("Back after signing in does not post again @long @both", async ({ page, account, signIn, context }) => {
  await signIn(page, account, "form");
  const posts: string[] = [];
  context.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
  await page.goBack();
  await expect(page).not.toHaveURL(/\/Login/);
  await expect(page.locator("h1")).toHaveCount(1);
  expect(posts).toEqual([]);
});
