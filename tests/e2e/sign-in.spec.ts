import type { Page } from "@playwright/test";
import { mask } from "~server/account/mask";
import { expect, test } from "../support/journey";
import { wrongCodes } from "../support/signing-in";
import { TEXTS } from "../support/texts";

const STEPS = [
  ["google", "googleCode"],
  ["sms", "smsCode"],
  ["email", "emailCode"],
] as const;

type Account = { email: string; password: string };

const sheet = (page: Page) => page.getByRole("dialog");
const confirm = (page: Page) => sheet(page).locator("button[value=confirm]");
const send = (page: Page) => sheet(page).locator("button[value=send]");
const submit = (page: Page) =>
  page
    .locator("form", { has: page.locator("[name=loginPword]") })
    .locator("button[type=submit]")
    .first();

async function firstStep(page: Page, { email, password }: Account): Promise<void> {
  await page.locator("[name=mobileNumber]").fill(email);
  await page.locator("[name=loginPword]").fill(password);
  await submit(page).click();
}

/** Opens the form and signs in as far as the sheet of the second step. */
async function toSheet(page: Page, account: Account): Promise<void> {
  await page.goto("/Login");
  await firstStep(page, account);
  await expect(sheet(page)).toBeVisible();
}

/** A wrong code. */
const wrongCode = (code: string) => String((Number.parseInt(code, 10) + 500_000) % 1_000_000).padStart(6, "0");

test.beforeEach(({ setLocale }) => setLocale("en_US"));

for (const locale of ["el_GR", "en_US"] as const) {
  const t = TEXTS[locale];

  for (const [step, field] of STEPS) {
    test(
      `sign in with the second step ${step}, a wrong code first: ${locale}`,
      { tag: step === "google" ? "@scripts" : [] },
      async ({ page, sandbox, setLocale }) => {
        await setLocale(locale);
        const account = await sandbox.createAccount({ secondStep: step });
        const documents: string[] = [];
        page.on("response", (response) => {
          if (response.request().resourceType() === "document")
            response.text().then(
              (text) => documents.push(text),
              () => {},
            );
        });
        await page.goto("/Login");
        await firstStep(page, account);
        await expect(page).toHaveURL(`/Login?step=${step}`);
        await expect(sheet(page)).toHaveAccessibleName(t(`Login.${step}Title`));
        if (step === "google") await expect(send(page)).toHaveCount(0);
        else {
          await expect(page.getByRole("status")).toContainText(t("toasts.codeSent"));
          const [name = "", domain = ""] = account.email.split("@");
          await expect(sheet(page)).toContainText(`${mask(name)}@${domain}`);
          await expect(sheet(page)).not.toContainText(account.email);
        }

        const right = await sandbox.code(account.email, step);
        await page.locator(`[name=${field}]`).fill(wrongCode(right));
        await confirm(page).click();
        await expect(page.locator(`#code-${field}-error`)).toHaveText(t("errors.code"));
        await expect(page).toHaveURL(`/Login?step=${step}`);

        await page.locator(`[name=${field}]`).fill(right);
        await expect(confirm(page)).toBeEnabled();
        await page.locator(`[name=${field}]`).press("Enter");
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
  }

  test(
    `a wrong password is reported above the form, which preserves the account: ${locale}`,
    { tag: ["@long", "@scripts"] },
    async ({ page, account, setLocale }) => {
      await setLocale(locale);
      await page.goto("/Login");
      await firstStep(page, { ...account, password: "wrong-password-1" });
      const message = locale === "en_US" ? "The account or the password is wrong." : "帳號或密碼錯誤。";
      await expect(page.getByRole("alert")).toContainText(message);
      await expect(page.locator("[name=mobileNumber]")).toHaveValue(account.email);
      await expect(page.locator("[name=loginPword]")).toHaveValue("");
      await expect(page).toHaveTitle(locale === "en_US" ? /^Error: Sign in – / : /^錯誤：登入 – /);
      expect(await page.content()).not.toContain("wrong-password-1");
    },
  );

  test(`ten wrong codes pause the second step, and the page says until when: ${locale}`, async ({
    page,
    sandbox,
    account,
    setLocale,
  }) => {
    await setLocale(locale);
    await toSheet(page, account);
    const right = await sandbox.code(account.email, "google");
    await wrongCodes(page, 9);
    const message =
      locale === "en_US"
        ? /Limit reached: too many wrong codes\. Try again after \d\d:\d\d:\d\d\s\(UTC\+8\) \(in about 15\smin\); until then/
        : /已達次數上限：驗證碼錯誤過多。\d\d:\d\d:\d\d\s\(UTC\+8\) 前（約\s15\s分鐘）/;
    await page.locator("[name=googleCode]").fill(wrongCode(right));
    await confirm(page).click();
    await expect(page.locator("#code-googleCode-error")).toHaveText(t("errors.code"));
    await expect(sheet(page), "the tenth is told at once").toContainText(message);

    await page.locator("[name=googleCode]").fill(right);
    await confirm(page).click();
    await expect(page.getByRole("alert")).toContainText(message);
    await expect(page).toHaveURL("/Login?step=google");
    expect(await sandbox.calls("confirm_login")).toBe(10);

    // A new sign-in does not end the pause.
    await page.goto("/Login");
    await firstStep(page, account);
    await expect(sheet(page)).toContainText(message);
  });

  test(
    `asking again for a code within 60 s: the page says when it is possible, and nothing is sent twice: ${locale}`,
    { tag: ["@long", "@scripts"] },
    async ({ page, sandbox, setLocale, javaScriptEnabled }) => {
      await setLocale(locale);
      const account = await sandbox.createAccount({ secondStep: "sms" });
      await page.goto("/Login");
      await firstStep(page, account);
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
    await expect(page.getByRole("status")).toContainText("The code has been sent");
    await expect(send(page)).toHaveText(javaScriptEnabled ? /^Send a new code in \d+\ss$/ : "Send a new code");
    await page.locator("[name=emailCode]").fill(await sandbox.code(account.email, "email"));
    await confirm(page).click();
    await expect(page).toHaveURL("/Index/Home");
    expect(await sandbox.calls("emailValidCode")).toBe(2);
  },
);

test("a code whose sending gets no response: the step opens, with a warning", async ({ page, sandbox }) => {
  const account = await sandbox.createAccount({ secondStep: "sms" });
  await sandbox.fail("smsValidCode", { kind: "lost" }, { times: 1 });
  await toSheet(page, account);
  await expect(page.getByRole("alert")).toContainText("The code may be on its way");
  await expect(sheet(page)).toContainText(/You can get a new one after \d\d:\d\d:\d\d\s\(UTC\+8\)/);
  await page.locator("[name=smsCode]").fill(await sandbox.code(account.email, "sms"));
  await confirm(page).click();
  await expect(page).toHaveURL("/Index/Home");
});

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
    await firstStep(page, account);
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
      await expect(page.locator("#code-googleCode-error")).toHaveText("The verification code has 6 digits.");
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
    await firstStep(page, account);
    await expect(sheet(page)).toBeVisible();
    await expect(page).toHaveURL(/\/Login\?step=google$/);
    expect(loads).toEqual(javaScriptEnabled ? [] : ["POST", "GET"]);
    await page.reload();
    await expect(sheet(page), "a refresh keeps the step").toBeVisible();
    await expect(page.locator("[name=loginPword]"), "what lies under the sheet cannot be reached").not.toBeFocused();
  },
);

test(
  "closing the sheet leads back to the form, which preserves the account and not the password",
  { tag: ["@long", "@scripts"] },
  async ({ page, account }) => {
    await page.goto("/Login");
    await firstStep(page, account);
    await sheet(page).getByRole("link", { name: "Close" }).click();
    await expect(page).toHaveURL("/Login");
    await expect(sheet(page)).toHaveCount(0);
    await expect(page.locator("[name=mobileNumber]")).toHaveValue(account.email);
    await expect(page.locator("[name=loginPword]")).toHaveValue("");
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

test("a page that needs a session leads to the sign-in, and the sign-in back to that page", async ({
  page,
  account,
  signIn,
}) => {
  await page.goto("/UserCenter?step=logout");
  await expect(page.getByRole("status").first()).toContainText("You haven't logged in yet!");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await signIn(page, account, "this form");
  await expect(page).toHaveURL("/UserCenter?step=logout");
});

test("a wrong password or a closed sheet preserves the return target", async ({ page, account, signIn }) => {
  await page.goto("/Assets");
  await firstStep(page, { ...account, password: "wrong-password-1" });
  await expect(page.locator("#summary")).toBeVisible();
  await expect(page).toHaveURL("/Login?redirectTo=%2FAssets");
  await firstStep(page, account);
  await expect(sheet(page)).toBeVisible();
  await sheet(page).locator(".sheet-head a").click();
  await expect(page).toHaveURL("/Login?redirectTo=%2FAssets");
  await signIn(page, account, "this form");
  await expect(page).toHaveURL("/Assets");
});

test("a private page whose sign-in was given up is forgotten", async ({ page, account, signIn }) => {
  await page.goto("/Assets");
  await expect(page).toHaveURL("/Login?redirectTo=%2FAssets");
  await page.goto("/Index/Home");
  await signIn(page, account, "form");
  await expect(page).toHaveURL("/Index/Home");
});

test("opening the registration and coming back preserves the return target", async ({ page, account, signIn }) => {
  await page.goto("/Assets");
  await page.locator("main a[href^='/Register']").click();
  await page.locator("main a[href^='/Login']").click();
  await signIn(page, account, "this form");
  await expect(page).toHaveURL("/Assets");
});

test("a second step that expired at the upstream must be started again, and the page says so", async ({
  page,
  sandbox,
  account,
}) => {
  await toSheet(page, account);
  await sandbox.expireSessions(account.email);
  await page.locator("[name=googleCode]").fill(await sandbox.code(account.email, "google"));
  await confirm(page).click();
  await expect(page).toHaveURL("/Login");
  await expect(page.getByRole("alert")).toContainText("This step has timed out. Please start again.");
});

test("the account in the address fills the account field, as text", async ({ page }) => {
  await page.goto(`/Login/${encodeURIComponent('"><b>a@example.com')}`);
  await expect(page.locator("[name=mobileNumber]")).toHaveValue('"><b>a@example.com');
});

test("the form links to the app for a lost password, to the registration and to Home", async ({ page }) => {
  await page.goto("/Login");
  for (const target of ["/AppDownload", "/Register", "/Index/Home"]) {
    await expect(page.locator(`a[href='${target}']`).first()).toBeVisible();
  }
  await expect(page.locator("[name=mobileNumber]")).toHaveAttribute("autocomplete", "username");
  await expect(page.locator("[name=loginPword]")).toHaveAttribute("autocomplete", "current-password");
});
