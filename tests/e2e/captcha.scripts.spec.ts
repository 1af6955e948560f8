import type { Page, Request } from "@playwright/test";
import type { Sandbox } from "@storefront/sandbox/start";
import { expect, test } from "../support/journey";
import { sampleOf } from "../support/sample";
import { TEXTS } from "../support/texts";
import { fillIn, validRegistration } from "../support/valid-forms";

const PASSWORD = "Canary2468";
type Kind = 1 | 2;

const group = (page: Page) => page.locator("[role=group]", { has: page.locator("#captcha") });
const slider = (page: Page) => page.getByRole("slider");
const challenge = (page: Page) => page.locator("#captcha button");
const submit = (page: Page) => page.locator("main form button.button").last();

/** Opens a page whose form asks for a captcha. */
async function open(page: Page, sandbox: Sandbox, kind: Kind, path = "/Login"): Promise<void> {
  await sandbox.setCaptchaKind(kind);
  await page.goto(path);
}

/** Passes the captcha; the page says so, in English by default. */
async function solve(page: Page, kind: Kind, label = "Check completed"): Promise<void> {
  if (kind === 1) await slider(page).press("End");
  else await challenge(page).click();
  await expect(group(page).getByRole("status")).toHaveText(label);
}

async function credentials(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.locator("[name=mobileNumber]").fill(email);
  await page.locator("[name=loginPword]").fill(password);
}

/** Signs in as far as the second step. */
async function toSecondStep(page: Page, account: { email: string; password: string }): Promise<void> {
  await credentials(page, account);
  await submit(page).click();
  await expect(page).toHaveURL("/Login?step=google");
}

const registration = (page: Page, email: string) => fillIn(page, validRegistration({ email, pwd: PASSWORD }));

const FIELDS = {
  1: ["csessionid", "sig", "token", "scene"],
  2: ["geetest_challenge", "geetest_validate", "geetest_seccode"],
} as const;

/** The captcha's result went to the upstream with the form. */
async function expectSent(sandbox: Sandbox, call: string, kind: Kind, rest: object): Promise<void> {
  const [sent] = await sandbox.requests(call);
  for (const field of FIELDS[kind]) expect(sent?.body).toHaveProperty(field, expect.stringMatching(/./));
  expect(sent?.body).toMatchObject({ verificationType: kind, ...rest });
}

test.beforeEach(({ setLocale }) => setLocale("en_US"));

for (const locale of sampleOf(["en_US", "el_GR"] as const, 2)) {
  const t = TEXTS[locale];
  test.describe(`in ${locale}`, () => {
    test.beforeEach(({ setLocale }) => setLocale(locale));

    for (const kind of [1, 2] as const) {
      test(`sign in with captcha kind ${kind}, and its result is sent`, async ({ page, sandbox, account }) => {
        await open(page, sandbox, kind);
        await solve(page, kind, t("Captcha.solved"));
        await toSecondStep(page, account);
        await expectSent(sandbox, "login_in", kind, kind === 1 ? { scene: "nc_login" } : {});
      });

      test(
        `register with captcha kind ${kind}, passed before the terms are read`,
        { tag: "@long" },
        async ({ page, sandbox }) => {
          await open(page, sandbox, kind, "/Register");
          // An e-mail gets one code a minute.
          await registration(page, `captcha-${kind}-${locale.toLowerCase()}@example.com`);
          await solve(page, kind, t("Captcha.solved"));
          await page.getByRole("button", { name: t("Register.terms") }).click();
          await page.getByRole("button", { name: t("Register.termsBack") }).click();
          await expect(group(page).getByRole("status"), "what was passed stays").toHaveText(t("Captcha.solved"));
          await submit(page).click();
          await expect(page).toHaveURL("/Register?step=code");
          expect(await sandbox.calls("emailValidCode"), "the first code is asked for behind a captcha too").toBe(1);
          await expectSent(sandbox, "reg_email_chk_info", kind, { newPassword: PASSWORD });
        },
      );

      test(
        `kind ${kind} not passed: the message, nothing is sent, and no password is lost`,
        { tag: kind === 1 ? "@long" : [] },
        async ({ page, sandbox }) => {
          await open(page, sandbox, kind, "/Register");
          await registration(page, "captcha@example.com");
          await expect(kind === 1 ? slider(page) : challenge(page)).toBeVisible();
          const posts: string[] = [];
          page.on("request", (request) => {
            if (request.method() === "POST") posts.push(request.url());
          });
          await submit(page).click();
          await expect(group(page).getByRole("alert")).toHaveText(t("errors.slider"));
          await expect(page.locator("[name=pwd]")).toHaveValue(PASSWORD);
          expect(posts).toEqual([]);
        },
      );

      test(
        `kind ${kind}: a refused form starts with a fresh check`,
        { tag: "@long" },
        async ({ page, sandbox, account }) => {
          await open(page, sandbox, kind);
          await solve(page, kind, t("Captcha.solved"));
          await credentials(page, { ...account, password: "wrong-password-1" });
          await submit(page).click();
          await expect(page.getByRole("alert").first()).toBeVisible();
          await expect(page.locator(FIELDS[kind].map((name) => `main [name=${name}]`).join(","))).toHaveCount(0);
          await expect(group(page)).not.toContainText(t("Captcha.solved"));
          await solve(page, kind, t("Captcha.solved"));
          await toSecondStep(page, account);
          if (kind === 2) {
            const sent = await sandbox.requests("login_in");
            const challenges = sent.map(({ body }) => (body as { geetest_challenge: string }).geetest_challenge);
            expect(new Set(challenges).size, "a challenge of its own each time").toBe(2);
          }
        },
      );
    }
  });
}

test("closing the sheet of the second step resets the slider @long", async ({ page, sandbox, account }) => {
  await open(page, sandbox, 1);
  await solve(page, 1);
  await toSecondStep(page, account);
  await page.getByRole("dialog").getByRole("link", { name: "Close" }).click();
  await expect(slider(page)).toHaveAttribute("aria-valuenow", "0");
  await expect(page.locator("main [name=sig]")).toHaveCount(0);
});

test("the slider is slid by hand; letting go half way does not pass @newer", async ({ page, sandbox }) => {
  await open(page, sandbox, 1);
  const slide = async (share: number) => {
    const handle = await slider(page).boundingBox();
    const track = await page.locator("#captcha").boundingBox();
    if (!handle || !track) throw new Error("no slider");
    await page.mouse.move(handle.x + 10, handle.y + 10);
    await page.mouse.down();
    await page.mouse.move(handle.x + 10 + track.width * share, handle.y + 10, { steps: 5 });
    await page.mouse.up();
  };
  await slide(0.5);
  await expect(slider(page)).toHaveAttribute("aria-valuenow", "0");
  await slide(1);
  await expect(group(page).getByRole("status")).toHaveText("Check completed");
});

test("kind 2 in offline mode: the provider's servers are not asked, and the check can be passed @long", async ({
  page,
  sandbox,
  account,
}) => {
  await sandbox.setCaptchaKind(2);
  const captcha = { challenge: "f".repeat(32), gt: "a".repeat(32), success: 0 };
  await sandbox.fail("tartCaptcha", { kind: "answer", body: { code: "0", msg: "", data: { captcha } } });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("/Login");
  await solve(page, 2);
  await toSecondStep(page, account);
  expect(asked.filter((url) => /gettype|ajax\.php/.test(url))).toEqual([]);
  expect((await sandbox.requests("login_in"))[0]?.body).toMatchObject({
    geetest_challenge: captcha.challenge,
    geetest_validate: "offlineffffffff",
  });
});

test("kind 2: after a static host that fails the next one is tried @long", async ({ page, sandbox, problems }) => {
  await sandbox.setCaptchaKind(2);
  await page.route(/127\.0\.0\.1:\d+\/static\//, (route) => route.abort());
  const files: string[] = [];
  page.on("requestfinished", (request) => {
    if (request.url().includes("/static/js/")) files.push(new URL(request.url()).hostname);
  });
  await page.goto("/Login");
  await solve(page, 2);
  expect(files).toEqual(["localhost"]);
  expect(problems).toEqual([]);
});

test("kind 2: when no static host gives the widget: network error, 508 to the monitor, and a way to try again", async ({
  page,
  sandbox,
}) => {
  await sandbox.setCaptchaKind(2);
  await page.route(/\/static\/js\//, (route) => route.abort());
  const reported = page.waitForRequest((request: Request) => request.url().includes("/monitor/send"));
  await page.goto("/Login");
  const report = new URL((await reported).url());
  expect(report.searchParams.get("error_code")).toBe("508");
  expect(report.searchParams.get("exception_url")).toContain("/static/js/");
  await expect(group(page).getByRole("alert")).toContainText("Network error");
  await page.unroute(/\/static\/js\//);
  await group(page).getByRole("link", { name: "Try again" }).click();
  await solve(page, 2);
});

test("kind 1: a provider that does not respond: network error, and a way to try again @long", async ({
  page,
  sandbox,
}) => {
  await sandbox.setCaptchaKind(1);
  await page.route(/\/widgets\//, (route) => route.abort());
  await page.goto("/Login");
  await expect(group(page).getByRole("alert")).toContainText("Network error");
  await expect(group(page).getByRole("link", { name: "Try again" })).toBeVisible();
});

test("a challenge that the upstream does not start says so in the form", async ({ page, sandbox }) => {
  await sandbox.setCaptchaKind(2);
  await sandbox.fail("tartCaptcha", { kind: "reset" });
  await page.goto("/Login");
  await expect(group(page).getByRole("alert")).toContainText("Network error");
});

for (const [locale, text] of [
  ["en_US", "Type error: the security check couldn’t start. Reload the page."],
  ["el_GR", "類型錯誤：安全驗證無法啟動，請重新載入頁面。"],
] as const) {
  test(`a challenge whose gt is no text has a message of its own, and a way to try again: ${locale} @long`, async ({
    page,
    sandbox,
    setLocale,
  }) => {
    await setLocale(locale);
    const captcha = { challenge: "f".repeat(32), gt: 12345, success: 1 };
    const odd = { kind: "answer", body: { code: "0", msg: "", data: { captcha } } } as const;
    await sandbox.fail("tartCaptcha", odd, { times: 1 });
    await open(page, sandbox, 2);
    await expect(group(page).getByRole("alert")).toContainText(text);
    await group(page)
      .getByRole("link", { name: TEXTS[locale]("common.retry") })
      .click();
    await expect(challenge(page)).toBeVisible();
  });
}

test("a captcha that the upstream asks for meanwhile: the page loads it and preserves the account", async ({
  page,
  sandbox,
  account,
}) => {
  await page.goto("/Login");
  await credentials(page, account);
  await sandbox.setCaptchaKind(2);
  await submit(page).click();
  await expect(page.getByRole("alert").first()).toContainText("The platform now asks for a security check");
  await expect(page.locator("[name=mobileNumber]")).toHaveValue(account.email);
  await expect(page.locator("[name=loginPword]")).toHaveValue("");
  await solve(page, 2);
  await toSecondStep(page, account);
});

test("security info is gathered once per tab, and sent with the sign-in and its code", async ({
  page,
  sandbox,
  account,
}) => {
  await page.goto("/Login");
  await toSecondStep(page, account);
  const stored = () => page.evaluate(() => sessionStorage.getItem("securityInfo"));
  await expect.poll(stored, "what takes time to gather is there").toContain("fonts");
  await expect(page.getByRole("dialog").locator("[name=securityInfo]")).toHaveValue(/fonts/);
  await page.locator("[name=googleCode]").fill(await sandbox.code(account.email, "google"));
  await page.getByRole("dialog").locator("form button").first().click();
  await expect(page).not.toHaveURL(/\/Login/);
  const [first] = await sandbox.requests("login_in");
  const [second] = await sandbox.requests("confirm_login");
  const { securityInfo } = second?.body as { securityInfo: string };
  expect(Object.keys(JSON.parse(securityInfo) as object).sort()).toEqual([
    "fonts",
    "language",
    "platform",
    "plugins",
    "screenResolution",
    "timezone",
    "userAgent",
  ]);
  const { fonts, userAgent } = JSON.parse(securityInfo) as { fonts: string[]; userAgent: string };
  expect(fonts.length, "some of the twelve are there, some are not").toBeLessThan(12);
  expect(fonts.every((font) => /^[A-Z][A-Za-z ]+$/.test(font))).toBe(true);
  // A form that is sent at once has what is known at once.
  const early = JSON.parse((first?.body as { securityInfo: string }).securityInfo) as object;
  expect(early).toMatchObject({ userAgent });
  expect(await stored()).toBe(securityInfo);
});
