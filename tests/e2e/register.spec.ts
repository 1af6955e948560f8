import type { Page } from "@playwright/test";
import { mask } from "~server/account/mask";
import { isHydrated } from "../support/hydration";
import { expect, test } from "../support/journey";
import { TEXTS } from "../support/texts";
import { fillIn, validRegistration } from "../support/valid-forms";

const PASSWORD = "Canary2468";

const sheet = (page: Page) => page.getByRole("dialog");
const box = (page: Page) => page.locator("[name=agreement]");
const submit = (page: Page) => page.locator("form", { has: page.locator("[name=pwd]") }).locator("button.button");
const send = (page: Page) => sheet(page).locator("button[value=send]");
const confirm = (page: Page) => sheet(page).locator("button[value=confirm]");

/** Fills in everything but the agreement. */
const fill = (page: Page, email: string) =>
  fillIn(page, { ...validRegistration({ email, pwd: PASSWORD }), agreement: undefined });

/** A wrong code. */
const wrongCode = (code: string) => String((Number.parseInt(code, 10) + 500_000) % 1_000_000).padStart(6, "0");

test.beforeEach(({ setLocale }) => setLocale("en_US"));

for (const locale of ["el_GR", "en_US"] as const) {
  const t = TEXTS[locale];

  test(
    `from the invitation to the account, with the terms read in between and a wrong code first: ${locale}`,
    { tag: ["@scripts", "@no-scripts"] },
    async ({ page, sandbox, environment, setLocale, javaScriptEnabled }) => {
      const email = `canary-${locale.toLowerCase()}@example.com`;
      await setLocale(locale);
      const [urls, documents]: [string[], string[]] = [[], []];
      page.on("request", (request) => urls.push(`${request.url()} ${request.headers().referer ?? ""}`));
      page.on("response", (response) => {
        if (["document", "fetch"].includes(response.request().resourceType())) {
          response.text().then(
            (text) => documents.push(text),
            () => {},
          );
        }
      });

      await page.goto("/Register?inviteCode=DEMO2026");
      await expect(page.locator("[name=inCode]")).toHaveValue("DEMO2026");
      await fill(page, email);
      await box(page).check();
      if (javaScriptEnabled) await expect.poll(() => isHydrated(box(page))).toBe(true);

      await page.getByRole("button", { name: t("Register.terms") }).click();
      await expect(page).toHaveURL("/Register?step=agreement");
      await expect(sheet(page)).toHaveAccessibleName(t("Register.termsTitle"));
      await expect(sheet(page)).toContainText("2021-08-06 16:30:50");
      await expect(sheet(page)).toContainText(locale === "en_US" ? "Cayman Islands" : "開曼群島");
      await sheet(page)
        .getByRole("button", { name: t("Register.termsBack") })
        .click();
      await expect(page).toHaveURL("/Register");
      await expect(sheet(page)).toHaveCount(0);
      await expect(page.locator("[name=email]")).toHaveValue(email);
      await expect(page.locator("[name=inCode]")).toHaveValue("DEMO2026");
      await expect(box(page)).toBeChecked();
      if (javaScriptEnabled) {
        await expect(page.locator("[name=pwd]"), "with scripts not even the passwords are lost").toHaveValue(PASSWORD);
        await expect(page.getByRole("button", { name: t("Register.terms") })).toBeFocused();
      } else await fill(page, email);

      await page.locator("[name=inCode]").press("Enter");
      await expect(page).toHaveURL("/Register?step=code");
      await expect(sheet(page)).toHaveAccessibleName(t("Register.codeTitle"));
      await expect(sheet(page)).toContainText(`${mask(email.slice(0, -"@example.com".length))}@example.com`);
      await expect(sheet(page)).not.toContainText(email);
      await expect(page.getByRole("status").first()).toContainText(t("toasts.codeSent"));

      const right = await sandbox.code(email, "email");
      await page.locator("[name=emailCode]").fill(wrongCode(right));
      await confirm(page).click();
      await expect(page.locator("#code-emailCode-error")).toHaveText(t("errors.code"));
      await page.locator("[name=emailCode]").fill(right);
      await expect(confirm(page)).toBeEnabled();
      await page.locator("[name=emailCode]").press("Enter");
      await expect(page).toHaveURL("/Index/Home");
      await expect(page.getByRole("status").first()).toContainText(t("toasts.registered"));
      await page.goto("/UserCenter");
      await expect(page.locator("main")).toContainText(email);

      await page.goto("/Register");
      await expect(page, "already signed in").toHaveURL("/UserCenter");

      const [checked] = await sandbox.requests("reg_email_chk_info");
      const [confirmed] = await sandbox.requests("reg_email_confirm");
      const { token } = confirmed?.body as { token: string };
      expect(checked?.body).toMatchObject({ email, invitedCode: "DEMO2026", newPassword: PASSWORD });
      expect(typeof (checked?.body as { securityInfo?: string }).securityInfo).toBe(
        javaScriptEnabled ? "string" : "undefined",
      );
      for (const secret of [PASSWORD, right, token]) {
        expect(urls.filter((url) => url.includes(secret))).toEqual([]);
        expect(documents.filter((text) => text.includes(secret))).toEqual([]);
        expect(environment.storefront.output()).not.toContain(secret);
      }
      expect(urls.filter((url) => url.includes("canary-"))).toEqual([]);
      expect(environment.storefront.output()).not.toContain("canary-");
    },
  );

  test(
    `an e-mail that has an account, and an invitation code that does not exist: ${locale}`,
    { tag: ["@long", "@browser"] },
    async ({ page, account, setLocale }) => {
      await setLocale(locale);
      await page.setViewportSize({ width: 320, height: 480 });
      await page.goto("/Register");
      await fill(page, account.email);
      await box(page).check();
      await submit(page).click();
      const error = page.locator("#register-email-error");
      await expect(error).toHaveText(t("errors.emailRegistered"));
      await expect(page.locator("[name=email]")).toHaveValue(account.email);
      await expect(page.locator("[name=email]"), "what went wrong is in sight").toBeInViewport({ ratio: 1 });
      await expect(error, "and why").toBeInViewport({ ratio: 1 });
      await fill(page, "somebody@example.com");
      await page.locator("[name=inCode]").fill("NOBODY99");
      await submit(page).click();
      await expect(page.getByRole("alert")).toContainText(
        locale === "en_US" ? "This invitation code does not exist." : "邀請碼不存在。",
      );
    },
  );
}

test(
  "the register button waits for the agreement with scripts; without them the server asks for it",
  { tag: ["@long", "@scripts"] },
  async ({ page, sandbox, javaScriptEnabled }) => {
    await page.goto("/Register");
    await fill(page, "somebody@example.com");
    if (javaScriptEnabled) {
      await expect(submit(page)).toBeDisabled();
      await page.locator("[name=inCode]").press("Enter");
      await box(page).check();
      await expect(submit(page)).toBeEnabled();
      await box(page).uncheck();
      await expect(submit(page)).toBeDisabled();
    } else {
      await expect(submit(page)).toBeEnabled();
      const result = page.waitForResponse((response) => response.request().method() === "POST");
      await submit(page).click();
      expect((await result).status()).toBe(422);
      await expect(page.locator("#register-agreement-error")).toHaveText(/Please read the terms and tick the box/);
    }
    expect(await sandbox.calls("reg_email_chk_info")).toBe(0);
  },
);

test(
  "the terms can be closed by their cross, and by the browser's Back button",
  { tag: ["@long", "@scripts", "@browser"] },
  async ({ page }) => {
    await page.goto("/Register");
    await page.locator("[name=email]").fill("half-typed");
    const terms = page.getByRole("button", { name: "user agreement and privacy policy" });
    await terms.click();
    await sheet(page).getByRole("button", { name: "Close" }).click();
    await expect(page).toHaveURL("/Register");
    await expect(page.locator("[name=email]")).toHaveValue("half-typed");
    await terms.click();
    await expect(sheet(page)).toBeVisible();
    await page.goBack();
    await expect(sheet(page)).toHaveCount(0);
    await expect(page.locator("[name=email]")).toHaveValue("half-typed");
  },
);

test(
  "closing the code step leads back to the form with the e-mail; the minute until the next code goes on",
  { tag: ["@long", "@scripts"] },
  async ({ page, sandbox, javaScriptEnabled }) => {
    await page.goto("/Register");
    await fill(page, "minute@example.com");
    await box(page).check();
    await submit(page).click();
    await expect(page.getByRole("status").first()).toContainText("Code sent");
    await sheet(page).getByRole("link", { name: "Close" }).click();
    await expect(page.locator("[name=email]")).toHaveValue("minute@example.com");
    await expect(page.locator("[name=pwd]")).toHaveValue("");
    await fill(page, "minute@example.com");
    await submit(page).click();
    await expect(sheet(page)).toContainText(
      /No code has been sent for this step yet\. .* after \d\d:\d\d:\d\d\s\(UTC\+8\)/,
    );
    await expect(page.getByText("Code sent")).toHaveCount(0);
    if (javaScriptEnabled) await expect(send(page)).toBeDisabled();
    else {
      await send(page).click();
      await expect(page.getByRole("alert")).toContainText(
        /No code has been sent for this step yet\. .* You can get one in \d+ seconds/,
      );
    }
    expect(await sandbox.calls("emailValidCode")).toBe(1);
  },
);

test("inputs have the attributes that keyboards and password managers need", async ({ page }) => {
  await page.goto("/Register");
  const attributes = [
    ["email", "autocomplete", "username"],
    ["pwd", "passwordrules", "minlength: 8; maxlength: 20; required: lower, upper; required: digit;"],
    ["email", "type", "email"],
    ["pwd", "autocomplete", "new-password"],
    ["confirmPwd", "autocomplete", "new-password"],
    ["pwd", "type", "password"],
  ] as const;
  for (const [name, attribute, value] of attributes) {
    await expect(page.locator(`[name=${name}]`)).toHaveAttribute(attribute, value);
  }
});
