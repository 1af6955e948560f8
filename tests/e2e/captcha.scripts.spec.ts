import type { Page } from "@playwright/test";
import type { Sandbox } from "@storefront/sandbox/start";
import { expect, test } from "../support/journey";
import { enterPassword } from "../support/signing-in";
import { TEXTS } from "../support/texts";
import { fillIn, validRegistration } from "../support/valid-forms";

const t = TEXTS.en_US;
const PASSWORD = "Canary2468";
type Kind = 1 | 2;

const group = (page: Page) => page.locator("[role=group]", { has: page.locator("#captcha") });
const slider = (page: Page) => page.getByRole("slider");
const challenge = (page: Page) => page.locator("#captcha button");
const submit = (page: Page) => page.locator("main form button.button").last();
const alertOf = (page: Page) => group(page).getByRole("alert");

/** Opens a page whose form asks for a captcha. */
async function open(page: Page, sandbox: Sandbox, kind: Kind, path = "/Login"): Promise<void> {
  await sandbox.setCaptchaKind(kind);
  await page.goto(path);
}

/** Passes the captcha; the page says so. */
async function solve(page: Page, kind: Kind): Promise<void> {
  if (kind === 1) await slider(page).press("End");
  else await challenge(page).click();
  await expect(group(page).getByRole("status")).toHaveText(t("Captcha.solved"));
}

/** Signs in as far as the second step. */
async function signIn(page: Page, account: { email: string; password: string }): Promise<void> {
  await enterPassword(page, account);
  await submit(page).click();
  await expect(page).toHaveURL("/Login?step=google");
}

const FIELDS = {
  1: ["csessionid", "sig", "token", "scene"],
  2: ["geetest_challenge", "geetest_validate", "geetest_seccode"],
} as const;

/** The captcha's result went to the upstream with the last form. */
async function expectSent(sandbox: Sandbox, call: string, kind: Kind, rest: object): Promise<void> {
  const sent = (await sandbox.requests(call)).at(-1);
  for (const field of FIELDS[kind]) expect(sent?.body).toHaveProperty(field, expect.stringMatching(/./));
  expect(sent?.body).toMatchObject({ verificationType: kind, ...rest });
}

test.beforeEach(({ setLocale }) => setLocale("en_US"));

for (const kind of [1, 2] as const) {
  test(`kind ${kind}: a rejected sign-in needs a fresh check, whose result is sent`, async ({
    page,
    sandbox,
    account,
  }) => {
    await open(page, sandbox, kind);
    await solve(page, kind);
    await enterPassword(page, { ...account, password: "wrong-password-1" });
    await submit(page).click();
    await expect(page.getByRole("alert").first()).toBeVisible();
    await expect(page.locator(FIELDS[kind].map((name) => `main [name=${name}]`).join(","))).toHaveCount(0);
    await expect(group(page)).not.toContainText(t("Captcha.solved"));
    await solve(page, kind);
    await signIn(page, account);
    await expectSent(sandbox, "login_in", kind, kind === 1 ? { scene: "nc_login" } : {});
    if (kind === 1) return;
    const sent = await sandbox.requests("login_in");
    const challenges = sent.map(({ body }) => (body as { geetest_challenge: string }).geetest_challenge);
    expect(new Set(challenges).size, "each try has a new challenge").toBe(2);
  });

  test(`kind ${kind}: an unsolved captcha in the registration sends and loses nothing; a solved one stays solved @long`, async ({
    page,
    sandbox,
  }) => {
    await open(page, sandbox, kind, "/Register");
    // An e-mail gets one code a minute.
    await fillIn(page, validRegistration({ email: `captcha-${kind}@example.com`, pwd: PASSWORD }));
    await expect(kind === 1 ? slider(page) : challenge(page)).toBeVisible();
    const posts: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
    await submit(page).click();
    await expect(alertOf(page)).toHaveText(t("errors.slider"));
    await expect(page.locator("[name=pwd]")).toHaveValue(PASSWORD);
    expect(posts).toEqual([]);
    await solve(page, kind);
    await page.getByRole("button", { name: t("Register.terms") }).click();
    await page.getByRole("button", { name: t("Register.termsBack") }).click();
    await expect(group(page).getByRole("status")).toHaveText(t("Captcha.solved"));
    await submit(page).click();
    await expect(page).toHaveURL("/Register?step=code");
    expect(await sandbox.calls("emailValidCode"), "the first code also needs a captcha").toBe(1);
    await expectSent(sandbox, "reg_email_chk_info", kind, { newPassword: PASSWORD });
  });
}

test("closing the sheet of the second step resets the slider @long", async ({ page, sandbox, account }) => {
  await open(page, sandbox, 1);
  await solve(page, 1);
  await signIn(page, account);
  await page.getByRole("dialog").getByRole("link", { name: "Close" }).click();
  await expect(slider(page)).toHaveAttribute("aria-valuenow", "0");
  await expect(page.locator("main [name=sig]")).toHaveCount(0);
});

test("the slider can be dragged; releasing it half way does not pass @newer", async ({ page, sandbox }) => {
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
  await expect(group(page).getByRole("status")).toHaveText(t("Captcha.solved"));
});

test("a captcha that the upstream starts to require: the page loads it and keeps the account @long", async ({
  page,
  sandbox,
  account,
}) => {
  await page.goto("/Login");
  await enterPassword(page, account);
  await sandbox.setCaptchaKind(2);
  await submit(page).click();
  await expect(page.getByRole("alert").first()).toContainText("A security check is now required");
  await expect(page.locator("[name=mobileNumber]")).toHaveValue(account.email);
  await expect(page.locator("[name=loginPword]")).toHaveValue("");
  await solve(page, 2);
  await signIn(page, account);
});
