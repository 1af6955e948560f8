import type { Page } from "@playwright/test";
import { expect, test } from "../support/journey";
import { enterPassword, type Credentials } from "../support/signing-in";
import { TEXTS } from "../support/texts";

const sheet = (page: Page) => page.getByRole("dialog");
const confirm = (page: Page) => sheet(page).locator("button[value=confirm]");
const send = (page: Page) => sheet(page).locator("button[value=send]");
const submit = (page: Page) =>
  page
    .locator("form", { has: page.locator("[name=loginPword]") })
    .locator("button[type=submit]")
    .first();

/** Opens the form and signs in as far as the sheet of the second step. */
async function toSheet(page: Page, account: Credentials): Promise<void> {
  await page.goto("/Login");
  await enterPassword(page, account);
  await expect(sheet(page)).toBeVisible();
}

/** A wrong code. */
const wrongCode = (code: string) => String((Number.parseInt(code, 10) + 500_000) % 1_000_000).padStart(6, "0");

test.beforeEach(({ setLocale }) => setLocale("en_US"));

for (const locale of ["el_GR", "en_US"] as const) {
  const t = TEXTS[locale];

  test(
    `sign in with the authenticator, a wrong code first: ${locale}`,
    { tag: "@scripts" },
    async ({ page, sandbox, account, setLocale }) => {
      await setLocale(locale);
      const documents: string[] = [];
      page.on("response", (response) => {
        if (response.request().resourceType() === "document")
          response.text().then(
            (text) => documents.push(text),
            () => {},
          );
      });
      await toSheet(page, account);
      await expect(page).toHaveURL("/Login?step=google");
      await expect(sheet(page)).toHaveAccessibleName(t("Login.googleTitle"));
      await expect(send(page)).toHaveCount(0);

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

      const [confirmed] = await sandbox.requests("confirm_login");
      const { token } = confirmed?.body as { token: string };
      expect(token.length).toBeGreaterThan(20);
      for (const text of [...documents, await page.content()]) {
        expect(text).not.toContain(token);
        expect(text).not.toContain(account.password);
      }
    },
  );

  test(
    `asking again for a code within 60 s: the page says when it is possible, and nothing is sent twice: ${locale}`,
    { tag: ["@long", "@scripts"] },
    async ({ page, sandbox, setLocale, javaScriptEnabled }) => {
      await setLocale(locale);
      const account = await sandbox.createAccount({ secondStep: "sms" });
      await page.goto("/Login");
      await enterPassword(page, account);
      await expect(page.getByRole("status")).toContainText(t("toasts.codeSent"));
      // Opening the step again sends nothing.
      await page.reload();
      await expect(sheet(page)).toContainText(/\d\d:\d\d:\d\d\s\(UTC\+8\)/);
      if (javaScriptEnabled) {
        await expect(send(page)).toBeDisabled();
        const seconds = async () => Number.parseInt(/\d+/.exec((await send(page).textContent()) ?? "")?.[0] ?? "", 10);
        const before = await seconds();
        expect(before).toBeLessThanOrEqual(60);
        await expect.poll(seconds).toBeLessThan(before);
      } else {
        await expect(send(page)).toBeEnabled();
        await send(page).click();
        await expect(page.getByRole("alert")).toContainText(
          new RegExp(t("errors.resendWait", { seconds: "(\\d+)" }).replace(".", "\\.")),
        );
      }
      expect(await sandbox.calls("smsValidCode")).toBe(1);
    },
  );
}

test(
  "a code that could not be sent: the step opens and says so, and its button asks again",
  { tag: ["@long", "@scripts"] },
  async ({ page, sandbox, javaScriptEnabled }) => {
    const account = await sandbox.createAccount({ secondStep: "email" });
    await sandbox.fail("emailValidCode", { kind: "error", code: 10024, msg: "The mail server is down." }, { times: 1 });
    await toSheet(page, account);
    await expect(page.getByRole("alert")).toContainText(
      /The mail server is down\.\s*The code was not sent\. Press “Send a code” to try again\./,
    );
    await expect(send(page)).toHaveText("Send a code");
    await expect(sheet(page).getByRole("heading", { level: 2 }), "there is no code to type yet").toBeFocused();
    await send(page).click();
    await expect(page.getByRole("status")).toContainText("Code sent");
    await expect(send(page)).toHaveText(javaScriptEnabled ? /^Send a new code in \d+\ss$/ : "Send a new code");
    await page.locator("[name=emailCode]").fill(await sandbox.code(account.email, "email"));
    await confirm(page).click();
    await expect(page).toHaveURL("/Index/Home");
    expect(await sandbox.calls("emailValidCode")).toBe(2);
  },
);

test(
  "while account or password is blank the button is disabled; without scripts the server says what is missing",
  { tag: ["@long", "@scripts"] },
  async ({ page, sandbox, javaScriptEnabled }) => {
    await page.goto("/Login");
    if (javaScriptEnabled) {
      await expect(submit(page)).toBeDisabled();
      await page.locator("[name=mobileNumber]").fill("a@example.com");
      await page.locator("[name=loginPword]").fill("   ");
      await expect(submit(page)).toBeDisabled();
      await page.locator("[name=loginPword]").fill("Test12345");
      await expect(submit(page)).toBeEnabled();
      await page.locator("[name=mobileNumber]").fill(" ");
      await expect(submit(page)).toBeDisabled();
      return;
    }
    await expect(submit(page)).toBeEnabled();
    const result = page.waitForResponse((response) => response.request().method() === "POST");
    await submit(page).click();
    expect((await result).status()).toBe(422);
    const summary = page.getByRole("alert");
    await summary.getByRole("link", { name: "Password: Please fill in your password!", exact: true }).click();
    await expect(page.locator("[name=loginPword]")).toBeFocused();
    await expect(page.locator("[name=loginPword]")).toHaveAccessibleDescription(/Please fill in your password!/);
    await expect(page.locator("[name=mobileNumber]")).toHaveAccessibleDescription(/Please enter your account\./);
    expect(await sandbox.calls("login_in")).toBe(0);
  },
);

test(
  "the code button with scripts is disabled unless the length is 6; without them a missing code is reported",
  { tag: ["@long", "@scripts"] },
  async ({ page, account, javaScriptEnabled }) => {
    await page.goto("/Login");
    await enterPassword(page, account);
    const code = page.locator("[name=googleCode]");
    await expect(code).toBeFocused();
    await expect(code).toHaveAttribute("autocomplete", "one-time-code");
    await expect(code).toHaveAttribute("inputmode", "numeric");
    if (javaScriptEnabled) {
      await expect(confirm(page)).toBeDisabled();
      await code.pressSequentially("12345");
      await expect(confirm(page)).toBeDisabled();
      await code.pressSequentially("678");
      await expect(code, "input is cut to 6").toHaveValue("123456");
      await expect(confirm(page)).toBeEnabled();
    } else {
      await confirm(page).click();
      await expect(page.locator("#code-googleCode-error")).toHaveText("Please enter the verification code.");
      await code.fill("123");
      await confirm(page).click();
      await expect(page.locator("#code-googleCode-error")).toHaveText("The code has 6 digits.");
    }
  },
);

test(
  "the second step opens as a sheet: with scripts without a document load, without them as a document",
  { tag: ["@scripts", "@browser"] },
  async ({ page, account, javaScriptEnabled }) => {
    await page.goto("/Login");
    const loads: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "document") loads.push(request.method());
    });
    await enterPassword(page, account);
    await expect(sheet(page)).toBeVisible();
    await expect(page).toHaveURL(/\/Login\?step=google$/);
    expect(loads).toEqual(javaScriptEnabled ? [] : ["POST", "GET"]);
    await page.reload();
    await expect(sheet(page), "a refresh keeps the step").toBeVisible();
    await expect(page.locator("[name=loginPword]"), "what lies under the sheet cannot be reached").not.toBeFocused();
  },
);

test(
  "back after signing in posts nothing again",
  { tag: ["@long", "@scripts", "@browser"] },
  async ({ page, account, signIn, context }) => {
    await signIn(page, account, "form");
    await expect(page).toHaveURL("/Index/Home");
    const posts: string[] = [];
    context.on("request", (request) => {
      if (request.method() === "POST") posts.push(request.url());
    });
    await page.goBack();
    await expect(page).not.toHaveURL(/\/Login/);
    await expect(page.locator("h1")).toHaveCount(1);
    expect(posts).toEqual([]);
  },
);

test("the form links to the app for a lost password, to the registration and to Home", async ({ page }) => {
  await page.goto("/Login");
  for (const target of ["/AppDownload", "/Register", "/Index/Home"]) {
    await expect(page.locator(`a[href='${target}']`).first()).toBeVisible();
  }
  await expect(page.locator("[name=mobileNumber]")).toHaveAttribute("autocomplete", "username");
  await expect(page.locator("[name=loginPword]")).toHaveAttribute("autocomplete", "current-password");
});
