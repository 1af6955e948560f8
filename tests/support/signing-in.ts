import { expect, type Page } from "@playwright/test";
import type { Sandbox } from "@storefront/sandbox/start";
import { signInAt } from "@storefront/sandbox/test/calls";
import type { TestEnvironment } from "./stage";

const SECOND_STEPS = { google: "googleCode", sms: "smsCode", email: "emailCode" } as const;
type SecondStep = keyof typeof SECOND_STEPS;

/** The account that signs in. */
export interface Credentials {
  email: string;
  password: string;
}

/** Fills in the sign-in form of the open page. */
export async function enterPassword(page: Page, { email, password }: Credentials): Promise<void> {
  await page.locator("[name=mobileNumber]").fill(email);
  await page.locator("[name=loginPword]").fill(password);
}

/** Opens the sign-in and goes to its second step. */
export async function toSecondStep(page: Page, account: Credentials): Promise<void> {
  await page.goto("/Login");
  await enterPassword(page, account);
  await page.locator("[name=loginPword]").press("Enter");
  await page.locator("[role=dialog]").waitFor();
}

/** Posts wrong authenticator codes for the open second step without the page, each from another IP address. */
export async function wrongCodes(page: Page, times: number): Promise<void> {
  const csrf = await page.locator("main input[name=csrf]").first().inputValue();
  for (let n = 0; n < times; n += 1) {
    const form = { csrf, intent: "confirm", googleCode: "000000" };
    const headers = { "X-Forwarded-For": `192.0.2.${n}` };
    expect((await page.request.post(page.url(), { form, headers })).status()).toBe(401);
  }
}

/**
 * Signs in through the form and its second step.
 *
 * @param keepPage true if the page already shows the form; otherwise /Login is opened
 */
export async function signInThrough(
  page: Page,
  sandbox: Sandbox,
  account: Credentials,
  keepPage = false,
): Promise<void> {
  if (!keepPage) await page.goto("/Login");
  await enterPassword(page, account);
  await page.locator("[name=loginPword]").press("Enter");
  const code = page.locator("input:is([name=googleCode], [name=smsCode], [name=emailCode])");
  await code.waitFor();
  const name = await code.getAttribute("name");
  const [kind] = (Object.keys(SECOND_STEPS) as SecondStep[]).filter((key) => SECOND_STEPS[key] === name);
  if (!kind) throw new Error(`No second step sends ${String(name)}`);
  await code.fill(await sandbox.code(account.email, kind));
  await page.locator("form", { has: code }).locator("button").first().click();
  await page.waitForURL(/^(?!.*\/Login)/i);
}

/** Signs in with the cookie that the form would have set. */
export async function signInByCookie(
  page: Page,
  { sandbox, storefront, sessionCookie }: TestEnvironment,
  account: Credentials,
): Promise<void> {
  const token = await signInAt(sandbox, account);
  const [pair = ""] = (await sessionCookie({ token, account: account.email })).split(";");
  const at = pair.indexOf("=");
  const cookie = { name: pair.slice(0, at), value: pair.slice(at + 1), url: storefront.url };
  await page.context().addCookies([{ ...cookie, httpOnly: true, sameSite: "Lax" }]);
}
