import { expect, test } from "vitest";
import { getText } from "~server/texts/text";
import { RESEND_AFTER_MS } from "~server/specification";
import type { Fault } from "@storefront/sandbox/start";
import { readSession } from "~server/session/session";
import { browserAt } from "../../support/documents";
import { textOf } from "../../support/html";
import { pages } from "../../support/pages";
import { setEnv } from "../../support/environment";
import { failAtDeadline } from "../../support/fail-at-deadline";
import { moveClock } from "../../support/move-clock";
import { useUpstream } from "../../support/upstream";
import { pageRequest } from "../../support/requests";
import { readFlow } from "../../support/route-args";
import { validRegistration } from "../../support/valid-forms";

/** The pages of registrations whose responses are lost, without scripts. */

const EMAIL = "new@example.com";
const GOOD = validRegistration({ email: EMAIL });
const STEP = "/Register?step=code";
const CONFIRM = "reg_email_confirm";

const sandbox = await useUpstream();
/** The link in the sheet; the page under it has a different one. */
const SIGN_IN = '<a class="button" href="/Login">Sign in</a>';

/** A browser at the code step, and its page. */
async function atCode(locale = "en_US") {
  const browser = browserAt(pages, locale);
  const checked = await browser.submit("/Register", GOOD, await browser.open("/Register"));
  expect([checked.status, checked.headers.get("location")]).toEqual([303, STEP]);
  return { browser, page: await browser.open(STEP) };
}

/** A browser at the code step, with the code that was sent. */
async function withCode() {
  const { browser, page } = await atCode();
  return { browser, page, emailCode: await sandbox.code(EMAIL, "email") };
}

const lost: [string, Fault][] = [
  ["is lost after the account was opened", { kind: "lost" }],
  ["never comes", { kind: "hang" }],
  ["comes from a gateway", { kind: "gateway", status: 504, body: { code: 504, msg: "upstream 10.0.0.7 timed out" } }],
  ["is a 401 without an envelope", { kind: "gateway", status: 401 }],
  ["is an HTML page", { kind: "html" }],
];

test.each(lost)(
  "if a confirmation's response %s, the account may exist, and the page links to the sign-in with the e-mail",
  async (_, fault) => {
    const { browser, page, emailCode } = await withCode();
    await failAtDeadline(sandbox, CONFIRM, fault, { times: 1 });
    const refused = await browser.submit(STEP, { intent: "confirm", emailCode }, page);
    expect(refused.status).toBe(503);
    const text = textOf(refused.html);
    expect(text).toContain(getText("en_US")(fault.kind === "hang" ? "errors.late" : "errors.network"));
    expect(text).toContain("Your account may exist already: try to sign in.");
    expect(text).not.toMatch(/error —|10\.0\.0\.7/);
    expect(refused.html).toContain(SIGN_IN);
    expect(refused.html, "the step stays open if no account is found").toContain('name="emailCode"');
    const signIn = await browser.open("/Login");
    expect(signIn.field("mobileNumber")).toBe(EMAIL);
  },
);

test("if a confirmation never reached the upstream the page mentions no account", async () => {
  const { browser, page } = await atCode();
  setEnv({ UPSTREAM_URL: "http://no-such-host.invalid" });
  try {
    const refused = await browser.submit(STEP, { intent: "confirm", emailCode: "123456" }, page);
    expect(refused.status).toBe(503);
    expect(textOf(refused.html)).toContain("Network exception, please try again later!");
    expect(textOf(refused.html)).not.toContain("may exist");
  } finally {
    setEnv({ UPSTREAM_URL: sandbox.url });
  }
});

test("a normal code step has no link to sign in, and a successful registration stores no e-mail", async () => {
  const { browser, page, emailCode } = await withCode();
  expect(page.html).not.toContain(SIGN_IN);
  const done = await browser.submit(STEP, { intent: "confirm", emailCode }, page);
  expect([done.status, done.headers.get("location")]).toEqual([303, "/Index/Home"]);
  const request = pageRequest("/", { cookies: browser.jar });
  expect((await readSession(request))?.account).toBe(EMAIL);
  expect((await readFlow(request)).draft ?? {}).toEqual({});
});

test.each<[string, Fault]>([
  ["is lost after it was sent", { kind: "lost" }],
  ["never comes", { kind: "hang" }],
])("if sending a code %s it may be on its way: the page says so, and the wait continues", async (_, fault) => {
  const { browser, page } = await atCode();
  moveClock(RESEND_AFTER_MS + 1);
  await failAtDeadline(sandbox, "emailValidCode", fault, { times: 1 });
  const unknown = await browser.submit(STEP, { intent: "send" }, page);
  expect(unknown.status).toBe(503);
  expect(unknown.headers.get("retry-after")).toBe("60");
  expect(textOf(unknown.html)).toContain("The code may be on its way");
  expect(textOf(unknown.html)).toMatch(/Try again after [\d:]+ \(UTC\+8\)/);
  const again = await browser.submit(STEP, { intent: "send" }, unknown);
  expect(again.status).toBe(429);
  expect(await sandbox.calls("emailValidCode")).toBe(2);
});

test("a code that was not requested starts no wait", async () => {
  const { browser, page } = await atCode();
  moveClock(RESEND_AFTER_MS + 1);
  setEnv({ UPSTREAM_URL: "http://no-such-host.invalid" });
  const refused = await browser.submit(STEP, { intent: "send" }, page);
  setEnv({ UPSTREAM_URL: sandbox.url });
  expect([refused.status, textOf(refused.html).includes("Network exception")]).toEqual([503, true]);
  expect((await browser.submit(STEP, { intent: "send" }, await browser.open(STEP))).status).toBe(303);
});
