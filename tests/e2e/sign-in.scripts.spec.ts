import type { Page } from "@playwright/test";
import { expect, test } from "../support/journey";

const confirm = (page: Page) => page.locator("button[value=confirm]");

async function firstStep(page: Page, account: { email: string; password: string }): Promise<void> {
  await page.goto("/Login");
  await page.locator("[name=mobileNumber]").fill(account.email);
  await page.locator("[name=loginPword]").fill(account.password);
  await page.locator("[name=loginPword]").press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
}

test.beforeEach(({ setLocale }) => setLocale("en_US"));

test("what is typed while the page's data are read again after a wrong code is not lost", async ({
  page,
  account,
  sandbox,
}) => {
  await firstStep(page, account);
  let release = () => {};
  const gate = new Promise<void>((open) => (release = open));
  await page.route(/_data=/, async (route) => {
    if (route.request().method() === "GET") await gate;
    await route.continue();
  });
  await page.locator("[name=googleCode]").fill("000000");
  await confirm(page).click();
  await expect(page.getByRole("alert")).toContainText("Verification code error!");
  await expect(page.locator("[name=googleCode]")).toHaveValue("");
  const code = await sandbox.code(account.email, "google");
  await page.locator("[name=googleCode]").fill(code);
  release();
  await expect(confirm(page)).toBeEnabled();
  await expect(page.locator("[name=googleCode]")).toHaveValue(code);
  await confirm(page).click();
  await expect(page).toHaveURL("/Index/Home");
});

test("the title begins with Error only while a form that scripts have sent is refused", async ({ page, account }) => {
  await page.goto("/Login");
  const plain = await page.title();
  await page.locator("[name=mobileNumber]").fill(account.email);
  await page.locator("[name=loginPword]").fill("wrong-password-1");
  await page.locator("[name=loginPword]").press("Enter");
  await expect(page).toHaveTitle(`Error: ${plain}`);
  await page.locator("[name=loginPword]").fill(account.password);
  await expect(page.getByRole("button", { name: "Sign in" }), "the page has been read again").toBeEnabled();
  await page.locator("[name=loginPword]").press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page).toHaveTitle(plain);
});

test("a form with several actions knows which button was pressed, without event.submitter too @old-browser", async ({
  page,
}) => {
  await page.goto("/Register");
  await page.locator("[name=email]").fill("somebody@example.com");
  await page.locator("button[value=agreement]").click();
  await expect(page).toHaveURL("/Register?step=agreement");
  await page.getByRole("dialog").locator("button[value=back]").last().click();
  await expect(page).toHaveURL("/Register");
  await expect(page.locator("[name=email]")).toHaveValue("somebody@example.com");
});

test.describe("with Save-Data: on", () => {
  test.use({
    extraHTTPHeaders: async ({ extraHTTPHeaders }, provide) => provide({ ...extraHTTPHeaders, "Save-Data": "on" }),
  });

  test("signing in fetches no script", async ({ page, account, sandbox }) => {
    const scripts: string[] = [];
    page.on("request", (request) => {
      if (["script", "fetch", "xhr"].includes(request.resourceType())) scripts.push(request.url());
    });
    await page.goto("/Login", { waitUntil: "networkidle" });
    expect(scripts).toEqual([]);
    await firstStep(page, account);
    // Chromium drops a test's headers when it follows a redirect, but would keep its own.
    await page.goto("about:blank");
    scripts.length = 0;
    await page.goto("/Login?step=google", { waitUntil: "networkidle" });
    expect(scripts).toEqual([]);
    await page.locator("[name=googleCode]").fill(await sandbox.code(account.email, "google"));
    await confirm(page).click();
    await expect(page).toHaveURL("/Index/Home");
  });
});

test("a button shows the password that was typed, keeps it, and hides it when the form is sent", async ({
  page,
  account,
}) => {
  await page.goto("/Login");
  const field = page.locator("[name=loginPword]");
  await field.fill("wrong-password-1");
  await page.locator("[name=mobileNumber]").fill(account.email);
  const show = page.getByRole("button", { name: "Show password" });
  await expect(show).toHaveAttribute("aria-pressed", "false");
  await show.click();
  await expect(show).toHaveAttribute("aria-pressed", "true");
  await expect(field).toHaveAttribute("type", "text");
  await expect(field).toHaveValue("wrong-password-1");
  await field.press("Enter");
  await expect(page.locator("#summary")).toBeVisible();
  await expect(field).toHaveAttribute("type", "password");
  await expect(field).toHaveValue("");
});

test("a password that is shown is not kept while the language is switched", async ({ page }) => {
  await page.goto("/Register");
  await page.locator("[name=email]").fill("somebody@example.com");
  await page.locator("[name=pwd]").fill("Abcd12345");
  await page.getByRole("button", { name: "Show password" }).first().click();
  await page.getByRole("button", { name: "切換為繁體中文" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", /zh/);
  await expect(page.locator("[name=email]")).toHaveValue("somebody@example.com");
  await expect(page.locator("[name=pwd]")).toHaveValue("");
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain("Abcd12345");
});
