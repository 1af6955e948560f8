import { expect, test } from "../support/journey";
import { toSecondStep } from "../support/signing-in";
import { fillIn, validRegistration } from "../support/valid-forms";

/** Typed text, the resulting value of the field, and whether the button is enabled. */
const TYPED = {
  google: [
    ["123 45", "123 45", false],
    ["123 456", "123 456", true],
    ["１２３４５６", "１２３４５６", true],
    ["G-238271", "G-238271", true],
    ["123 4567", "123 456", true],
  ],
  sms: [
    [" ", " ", false],
    ["7", "7", true],
    ["1234 5678", "1234 5678", true],
  ],
  email: [
    [" ", " ", false],
    ["a", "a", true],
    ["G-238271", "G-238271", true],
    ["aB1 2cDe", "aB1 2cD", true],
  ],
} as const;
const FIELDS = { google: "googleCode", sms: "smsCode", email: "emailCode" } as const;
const KEYBOARDS = { google: "numeric", sms: "numeric", email: "text" } as const;

test.beforeEach(({ setLocale }) => setLocale("en_US"));

for (const step of ["google", "sms", "email"] as const) {
  test(`a code by ${step} may contain spaces, and its button is enabled once the code is long enough @long`, async ({
    page,
    sandbox,
  }) => {
    const account = await sandbox.createAccount({ secondStep: step });
    await toSecondStep(page, account);
    const code = page.locator(`[name=${FIELDS[step]}]`);
    const confirm = page.locator("button[value=confirm]");
    await expect(code).toHaveAttribute("inputmode", KEYBOARDS[step]);
    await expect(confirm).toBeDisabled();
    for (const [typed, held, pressable] of TYPED[step]) {
      await code.fill("");
      await code.pressSequentially(typed);
      await expect(code).toHaveValue(held);
      await expect(confirm).toBeEnabled({ enabled: pressable });
    }
    await confirm.click();
    await expect(page.locator(`#code-${FIELDS[step]}-error`)).toHaveText("Verification code error!");
    const last = TYPED[step][TYPED[step].length - 1]?.[1] ?? "";
    const [sent] = await sandbox.requests("confirm_login");
    expect(sent?.body).toMatchObject({ [FIELDS[step]]: last.replace(" ", "") });
  });
}

test("a registration code may contain letters and spaces, and its button waits for six characters", async ({
  page,
  sandbox,
}) => {
  await page.goto("/Register");
  await fillIn(page, validRegistration({ email: "letters@example.com" }));
  await page.locator("[name=confirmPwd]").press("Enter");
  const code = page.locator("[name=emailCode]");
  const confirm = page.locator("button[value=confirm]");
  await expect(code).toHaveAttribute("inputmode", "text");
  await code.pressSequentially("aB1 2c");
  await expect(confirm).toBeDisabled();
  await code.pressSequentially("Dx");
  await expect(code).toHaveValue("aB1 2cD");
  await confirm.click();
  await expect(page.locator("#code-emailCode-error")).toHaveText("Verification code error!");
  expect((await sandbox.requests("reg_email_confirm"))[0]?.body).toMatchObject({ emailCode: "aB12cD" });
});

test("registering requires the agreement, even with Enter @long", async ({ page, sandbox }) => {
  await page.goto("/Register");
  await fillIn(page, { ...validRegistration({ email: "somebody@example.com" }), agreement: undefined });
  const submit = page.locator("form", { has: page.locator("[name=pwd]") }).locator("button.button");
  const box = page.locator("[name=agreement]");
  await expect(submit).toBeDisabled();
  await page.locator("[name=inCode]").press("Enter");
  await box.check();
  await expect(submit).toBeEnabled();
  await box.uncheck();
  await expect(submit).toBeDisabled();
  expect(await sandbox.calls("reg_email_chk_info")).toBe(0);
});
