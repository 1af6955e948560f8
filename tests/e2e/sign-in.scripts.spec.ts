import type { Page } from "@playwright/test";
import { holdRequests } from "../support/hold-requests";
import { expect, test } from "../support/journey";
import { enterPassword, toSecondStep } from "../support/signing-in";
import { emptyStore } from "../support/stage";
import { LOCALES, TEXTS } from "../support/texts";

const confirm = (page: Page) => page.locator("button[value=confirm]");

test.beforeEach(({ setLocale }) => setLocale("en_US"));

test("a code typed while the page reloads its data after a wrong code is not lost", async ({
  page,
  account,
  sandbox,
}) => {
  await toSecondStep(page, account);
  const release = await holdRequests(page, /_data=/, "GET");
  await page.locator("[name=googleCode]").fill("000000");
  await confirm(page).click();
  await expect(page.locator("#code-googleCode-error")).toHaveText("Verification code error!");
  await expect(page.locator("[name=googleCode]")).toHaveValue("");
  const code = await sandbox.code(account.email, "google");
  await page.locator("[name=googleCode]").fill(code);
  release();
  await expect(confirm(page)).toBeEnabled();
  await expect(page.locator("[name=googleCode]")).toHaveValue(code);
  await confirm(page).click();
  await expect(page).toHaveURL("/Index/Home");
});

/** Gives an empty field the state of one that the browser has filled in by itself. */
async function lookFilledIn(page: Page, selector: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("DOM.enable");
  await devtools.send("CSS.enable");
  const { root } = await devtools.send("DOM.getDocument");
  const { nodeId } = await devtools.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  await devtools.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses: ["autofill"] });
}

for (const locale of LOCALES) {
  test(`the sign-in button waits for account and password, the button for a new code for a minute: ${locale} @long`, async ({
    page,
    sandbox,
    setLocale,
  }) => {
    await setLocale(locale);
    const submit = page.getByRole("button", { name: TEXTS[locale]("Login.submit"), exact: true });
    await page.goto("/Login");
    await expect(submit).toBeDisabled();
    for (const [account, password, isEnabled] of [
      ["a@example.com", "   ", false],
      ["a@example.com", "Test12345", true],
      [" ", "Test12345", false],
    ] as const) {
      await page.locator("[name=mobileNumber]").fill(account);
      await page.locator("[name=loginPword]").fill(password);
      await expect(submit).toBeEnabled({ enabled: isEnabled });
    }
    // Some password managers set values without an event.
    await page
      .locator("[name=mobileNumber]")
      .evaluate((field: HTMLInputElement) => void (field.value = "a@example.com"));
    await expect(submit).toBeEnabled();
    // Chrome shows a saved password at once, but scripts can read it only after the visitor's first touch.
    await page.reload();
    await expect(submit).toBeDisabled();
    await lookFilledIn(page, "[name=loginPword]");
    await expect(submit).toBeEnabled();
    await toSecondStep(page, await sandbox.createAccount({ secondStep: "sms" }));
    // Opening the step again sends no code.
    await page.reload();
    const send = page.getByRole("dialog").locator("button[value=send]");
    await expect(send).toBeDisabled();
    const seconds = async () => Number.parseInt(/\d+/.exec((await send.textContent()) ?? "")?.[0] ?? "", 10);
    const before = await seconds();
    expect(before).toBeLessThanOrEqual(60);
    await expect.poll(seconds).toBeLessThan(before);
    expect(await sandbox.calls("smsValidCode")).toBe(1);
  });
}

test("the title begins with Error only while a form sent by scripts is rejected @long", async ({ page, account }) => {
  await page.goto("/Login");
  const plain = await page.title();
  await page.locator("[name=mobileNumber]").fill(account.email);
  await page.locator("[name=loginPword]").fill("wrong-password-1");
  await page.locator("[name=loginPword]").press("Enter");
  await expect(page).toHaveTitle(`Error: ${plain}`);
  await page.locator("[name=loginPword]").fill(account.password);
  await expect(page.getByRole("button", { name: "Sign in" }), "the page was reloaded").toBeEnabled();
  await page.locator("[name=loginPword]").press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page).toHaveTitle(plain);
});

test("a form with several actions knows which button was pressed, even without event.submitter @old-browser", async ({
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

test("a button shows the typed password, which is hidden again when the form is sent", async ({ page, account }) => {
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

test("a shown password is not kept when the language is switched", async ({ page }) => {
  await page.goto("/Register");
  await page.locator("[name=email]").fill("somebody@example.com");
  await page.locator("[name=pwd]").fill("Abcd12345");
  await page.getByRole("button", { name: "Show password" }).first().click();
  await page.getByRole("button", { name: "繁體中文" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", /zh/);
  await expect(page.locator("[name=email]")).toHaveValue("somebody@example.com");
  await expect(page.locator("[name=pwd]")).toHaveValue("");
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain("Abcd12345");
});

test("a code sent again after the first toast has faded is announced by a new toast @newer @long", async ({
  page,
  sandbox,
}) => {
  const account = await sandbox.createAccount({ secondStep: "sms" });
  // With reduced motion a sheet's toast does not fade.
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.clock.install();
  await toSecondStep(page, account);
  const toast = page.getByRole("status").filter({ hasText: "Code sent" });
  await expect(toast).toBeVisible();
  await toast.evaluate((element) => element.getAnimations().forEach((animation) => animation.finish()));
  await expect(toast.and(page.locator(":visible"))).toHaveCount(0);
  const before = await page.locator(".toast").elementHandle();
  // Ends the minute, at the server and on the button.
  emptyStore(sandbox);
  await page.clock.fastForward(60_000);
  await page.getByRole("button", { name: "Send a new code", exact: true }).click();
  await expect.poll(() => before.evaluate((element) => element.isConnected)).toBe(false);
  await expect(toast).toBeVisible();
  await expect(toast).toHaveCount(1);
  expect(await sandbox.calls("smsValidCode")).toBe(2);
});

test("a repeated failure to send a code renders its message as a new element @long", async ({ page, sandbox }) => {
  const account = await sandbox.createAccount({ secondStep: "email" });
  await sandbox.fail("emailValidCode", { kind: "error", code: 10024, msg: "The mail server is down." });
  await toSecondStep(page, account);
  const summary = page.locator("[role=dialog] #summary");
  await page.locator("button[value=send]").click();
  await expect(summary).toContainText("The mail server is down.");
  const before = await summary.elementHandle();
  await page.locator("button[value=send]").click();
  await expect.poll(() => before.evaluate((element) => element.isConnected)).toBe(false);
  await expect(summary).toContainText("The mail server is down.");
  await expect(summary).toBeFocused();
});

// Firefox and Safari abort the request at once, Chromium only when the other page arrives.
test("a sign-in aborted by another navigation shows no message meanwhile @long", async ({ page, account }) => {
  await page.goto("/Login");
  await enterPassword(page, account);
  await page.evaluate(() => {
    const look = () => document.querySelector("main [role=alert]") && sessionStorage.setItem("shown", "yes");
    new MutationObserver(look).observe(document, { subtree: true, childList: true });
  });
  let cut = () => {};
  const isCut = new Promise<void>((open) => (cut = open));
  await page.route(/\/Login\?.*_data=/, async (route) => {
    await isCut;
    await route.abort();
  });
  const release = await holdRequests(page, "**/Index/Home");
  const posted = page.waitForRequest((request) => request.method() === "POST");
  await page.locator("[name=loginPword]").press("Enter");
  await posted;
  const asked = page.waitForRequest("**/Index/Home");
  await page.locator("a[href='/Index/Home']").first().click({ noWaitAfter: true });
  await asked;
  const failed = page.waitForEvent("requestfailed");
  cut();
  await failed;
  release();
  await expect(page).toHaveURL("/Index/Home");
  expect(await page.evaluate(() => sessionStorage.getItem("shown"))).toBeNull();
});
