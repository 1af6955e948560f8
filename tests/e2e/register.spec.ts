import type { Page } from "@playwright/test";
import { mask } from "~server/account/mask";
import { isHydrated } from "../support/hydration";
import { expect, test } from "../support/journey";
import { TEXTS } from "../support/texts";
import { fillIn, validRegistration } from "../support/valid-forms";

const PASSWORD = "Canary2468";

const sheet = (page: Page) => page.getByRole("dialog");
const box = (page: Page) => page.locator("[name=agreement]");
const confirm = (page: Page) => sheet(page).locator("button[value=confirm]");

/** Fills in everything but the agreement. */
const fill = (page: Page, email: string) =>
  fillIn(page, { ...validRegistration({ email, pwd: PASSWORD }), agreement: undefined });

const wrongCode = (code: string) => String((Number.parseInt(code, 10) + 500_000) % 1_000_000).padStart(6, "0");

for (const locale of ["el_GR", "en_US"] as const) {
  const t = TEXTS[locale];

  test(`from the invitation to the account, reading the terms and after a wrong code: ${locale} @scripts`, async ({
    page,
    sandbox,
    setLocale,
    javaScriptEnabled,
  }) => {
    const email = `newcomer-${locale.toLowerCase()}@example.com`;
    await setLocale(locale);
    await page.goto("/Register?inviteCode=DEMO2026");
    await expect(page.locator("[name=inCode]")).toHaveValue("DEMO2026");
    await fill(page, email);
    await box(page).check();
    if (javaScriptEnabled) await expect.poll(() => isHydrated(box(page))).toBe(true);

    await page.getByRole("button", { name: t("Register.terms") }).click();
    await expect(page).toHaveURL("/Register?step=agreement");
    await expect(sheet(page)).toHaveAccessibleName(t("Register.termsTitle"));
    await expect(sheet(page)).toContainText("2021-08-06 16:30:50");
    await sheet(page)
      .getByRole("button", { name: t("Register.termsBack") })
      .click();
    await expect(page).toHaveURL("/Register");
    await expect(sheet(page)).toHaveCount(0);
    await expect(page.locator("[name=email]")).toHaveValue(email);
    await expect(page.locator("[name=inCode]")).toHaveValue("DEMO2026");
    await expect(box(page)).toBeChecked();
    if (javaScriptEnabled) {
      await expect(page.locator("[name=pwd]"), "with scripts even the passwords are kept").toHaveValue(PASSWORD);
      await expect(page.getByRole("button", { name: t("Register.terms") })).toBeFocused();
    } else await fill(page, email);

    await page.locator("[name=inCode]").press("Enter");
    await expect(page).toHaveURL("/Register?step=code");
    await expect(sheet(page)).toHaveAccessibleName(t("Register.codeTitle"));
    await expect(sheet(page)).toContainText(`${mask(email.slice(0, -"@example.com".length))}@example.com`);
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
  });
}

test("the terms close with their close button and with the browser's Back button @long @both", async ({
  page,
  setLocale,
}) => {
  await setLocale("en_US");
  await page.goto("/Register");
  await page.locator("[name=email]").fill("half-typed");
  const terms = page.getByRole("button", { name: "user agreement and privacy policy" });
  for (const close of [() => sheet(page).getByRole("button", { name: "Close" }).click(), () => page.goBack()]) {
    await terms.click();
    await expect(sheet(page)).toBeVisible();
    await close();
    await expect(sheet(page)).toHaveCount(0);
    await expect(page.locator("[name=email]")).toHaveValue("half-typed");
  }
});

test("inputs have the attributes that keyboards and password managers need", async ({ page }) => {
  const wanted = {
    "/Register": {
      email: { type: "email", autocomplete: "username" },
      pwd: {
        type: "password",
        autocomplete: "new-password",
        passwordrules: "minlength: 8; maxlength: 20; required: lower, upper; required: digit;",
      },
      confirmPwd: { autocomplete: "new-password" },
    },
    "/Login": { mobileNumber: { autocomplete: "username" }, loginPword: { autocomplete: "current-password" } },
  };
  for (const [path, fields] of Object.entries(wanted)) {
    await page.goto(path);
    for (const [name, attributes] of Object.entries(fields))
      for (const [attribute, value] of Object.entries(attributes))
        await expect(page.locator(`[name=${name}]`)).toHaveAttribute(attribute, value);
  }
});
