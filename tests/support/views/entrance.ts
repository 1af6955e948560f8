import type { Page } from "@playwright/test";
import { enterPassword, toSecondStep, wrongCodes } from "../signing-in";
import { at, dialog, submit, refusal, view, type TestContext, type View } from "./view";
import { fillIn, validRegistration } from "../valid-forms";

async function toRegistrationCode(page: Page): Promise<void> {
  await page.goto("/Register?inviteCode=DEMO2026");
  await fillIn(page, validRegistration({ email: `somebody-${Math.random().toString(36).slice(2)}@example.com` }));
  await page.locator("[name=confirmPwd]").press("Enter");
  await page.locator("[name=emailCode]").waitFor();
}

/** Opens the second step with a new account, because an account gets only one code per minute. */
const withCode = async ({ page, sandbox }: TestContext, secondStep: "google" | "sms" | "email"): Promise<void> =>
  toSecondStep(page, await sandbox.createAccount({ secondStep }));

const captcha = (name: string, kind: number, path: string): View => ({
  name,
  open: async ({ page, sandbox }) => {
    await sandbox.setCaptchaKind(kind);
    await page.goto(path);
    await sandbox.setCaptchaKind(0);
  },
});

/** The views of signing in and registering. */
export const ENTRANCE: View[] = [
  at("login", "/Login"),
  at("login, not signed in", "/Assets"),
  view("login, refused", async ({ page, sandbox }) => {
    await page.goto("/Login");
    // This uses a new account each time, because the wrong codes of every picture would pause a shared one.
    await enterPassword(page, { ...(await sandbox.createAccount()), password: "Wrong12345" });
    await page.locator("[name=loginPword]").press("Enter");
    await refusal(page);
  }),
  view("login, authenticator", (testContext) => withCode(testContext, "google")),
  view("login, SMS code sent", async (testContext) => {
    await withCode(testContext, "sms");
    await testContext.page.locator("[role=status]").first().waitFor();
  }),
  view("login, SMS code not sent", async (testContext) => {
    const msg = "No phone number is linked to this account.";
    await testContext.sandbox.fail("smsValidCode", { kind: "error", code: 10024, msg }, { times: 1 });
    await withCode(testContext, "sms");
    await testContext.page.locator("[role=alert]").first().waitFor();
  }),
  view("login, SMS code possibly sent", async (testContext) => {
    await testContext.sandbox.fail("smsValidCode", { kind: "lost" }, { times: 1 });
    await withCode(testContext, "sms");
    await testContext.page.locator("[role=alert]").first().waitFor();
  }),
  view("login, e-mail code of another step", async ({ page, sandbox }) => {
    const account = await sandbox.createAccount({ secondStep: "email" });
    await toSecondStep(page, account);
    await toSecondStep(page, account);
    await dialog(page).filter({ hasText: "UTC+8" }).waitFor();
  }),
  view("login, e-mail code refused", async (testContext) => {
    await withCode(testContext, "email");
    const { page } = testContext;
    await page.locator("[name=emailCode]").fill("000000");
    await dialog(page).locator("button[value=confirm]").click();
    await refusal(page);
  }),
  view("login, second step paused", async (testContext) => {
    await withCode(testContext, "google");
    await wrongCodes(testContext.page, 10);
    await testContext.page.reload();
    await dialog(testContext.page).filter({ hasText: "UTC+8" }).waitFor();
  }),
  captcha("login, slider", 1, "/Login"),
  captcha("login, captcha that only the app supports", 9, "/Login"),
  at("register", "/Register"),
  captcha("register, challenge", 2, "/Register"),
  view("register, refused", async ({ page }) => {
    await page.goto("/Register");
    await page.locator("[name=email]").fill("nobody");
    await page.locator("[name=pwd]").fill("short");
    await page.locator("[name=agreement]").check();
    await submit(page);
    await refusal(page);
  }),
  at("register, terms", "/Register?step=agreement"),
  view("register, e-mail code", ({ page }) => toRegistrationCode(page)),
  view("register, e-mail code refused", async ({ page }) => {
    await toRegistrationCode(page);
    await page.locator("[name=emailCode]").fill("000000");
    await dialog(page).locator("button[value=confirm]").click();
    await refusal(page);
  }),
];
