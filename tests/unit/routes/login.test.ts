import { expect, test, vi } from "vitest";
import { getText } from "~server/texts/text";
import * as route from "~/routes/Login.($account)/route";
import { flowCookie } from "~server/session/flow-session";
import { FLOW_AGE_MS } from "~server/session/headers";
import { RESEND_AFTER_MS } from "~server/specification";
import { USED_CODE_AGE_MS } from "~server/store/attempt-limit";
import { readSession, sessionCookie } from "~server/session/session";
import type { Sandbox } from "@storefront/sandbox/start";
import { countTowardsSlowing } from "~server/store/slow-down";
import { browserAt } from "../../support/documents";
import { setEnv, withEnv } from "../../support/environment";
import { attributesOf, linksOf, sourceOf, textsOf } from "../../support/html";
import { pages } from "../../support/pages";
import { moveClock } from "../../support/move-clock";
import { sendSlowed } from "../../support/pass-wait";
import { useUpstream } from "../../support/upstream";
import { pageRequest } from "../../support/requests";
import { breakStore } from "../../support/store";
import { refusalOf, Visitor } from "../../support/visitor";
import { newAddress, readFlow } from "../../support/route-args";

type Account = Awaited<ReturnType<Sandbox["createAccount"]>>;
type SecondStep = "google" | "sms" | "email";

const FIELDS = { google: "googleCode", sms: "smsCode", email: "emailCode" } as const;
const CODES = { google: { least: 6, most: 6 }, sms: { least: 1 }, email: { least: 1, most: 6 } } as const;
const STEPS = ["google", "sms", "email"] as const satisfies SecondStep[];
const SEND_CALLS = { sms: "smsValidCode", email: "emailValidCode" } as const;

const sandbox = await useUpstream();

setEnv({
  CAPTCHA_SLIDER_SRC: `${sandbox.url}/widgets/slider.js`,
  CAPTCHA_CHALLENGE_ORIGINS: sandbox.url,
});

const visit = (locale?: "el_GR" | "en_US") => new Visitor(route, locale);

/** The URL of a sign-in that then leads to a page. */
const loginTo = (redirectTo: string) => `/Login?${new URLSearchParams({ redirectTo }).toString()}`;

const credentials = ({ email, password }: Account) => ({ mobileNumber: email, loginPword: password });

/** A visitor who has passed the first step, with an existing account or a new one. */
async function atSecondStep(secondStep: SecondStep, known?: Account) {
  const account = known ?? (await sandbox.createAccount({ secondStep }));
  const visitor = visit();
  const response = await visitor.submit("/Login", credentials(account));
  expect(response.status).toBe(303);
  const url = response.headers.get("location") ?? "";
  const flow = await readFlow(pageRequest("/Login", { cookies: visitor.cookies }));
  return { account, visitor, url, token: flow.login?.token ?? "" };
}

async function send({ visitor, url }: { visitor: Visitor; url: string }) {
  return visitor.submit(url, { intent: "send" });
}

/** A visitor at the second step, where the minute of the first code is over. */
async function afterTheMinute(secondStep: "sms" | "email") {
  const at = await atSecondStep(secondStep);
  moveClock(RESEND_AFTER_MS + 1);
  return at;
}

test.each(STEPS)(
  "confirming by %s stores the first token as the session token and goes to /Index/Home",
  async (step) => {
    const at = await atSecondStep(step);
    expect(at.url).toBe(`/Login?step=${step}`);
    expect(await at.visitor.read(at.url)).toMatchObject({ step, account: at.account.email, code: CODES[step] });
    const code = await sandbox.code(at.account.email, step);
    const response = await at.visitor.submit(at.url, { intent: "confirm", [FIELDS[step]]: code });
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/Index/Home");
    expect(response.headers.get("x-remix-reload-document")).toBe("true");
    expect(await at.visitor.toast()).toEqual({ key: "toasts.welcome", kind: "status", app: "other" });
    const request = pageRequest("/", { cookies: at.visitor.cookies });
    expect(await readSession(request)).toMatchObject({ token: at.token, account: at.account.email });
    expect((await readFlow(request)).login).toBeUndefined();
    const [confirmed] = await sandbox.requests("confirm_login");
    const codes = { googleCode: "", smsCode: "", emailCode: "", [FIELDS[step]]: code };
    expect(confirmed?.body).toEqual({ token: at.token, ...codes });
  },
);

test("a sign-in with the longest token works even with every other flow in progress", async () => {
  const token = "q".repeat(2_048);
  const visitor = visit();
  const photos = { firstPhoto: "p".repeat(200), secondPhoto: "p".repeat(200), thirdPhoto: "p".repeat(200) };
  const realName = { owner: "o", areaCode: "81", numberCode: "392", photos };
  for (const step of [
    { register: { token, email: "a@example.com" } },
    { purchase: { productId: "1001", quote: "q".repeat(1_000) } },
    { bind: { key: "K".repeat(32), sessionId: "s".repeat(500) } },
    { realName, returnTo: `/Security?x=${"x".repeat(900)}` },
  ]) {
    visitor.cookies.take(await flowCookie({ id: "0123456789abcdef", ...step }));
    await sandbox.fail("login_in", { kind: "answer", body: { code: 0, msg: "", data: { token, type: "1" } } });
    const begun = await visitor.submit("/Login", credentials(await sandbox.createAccount()));
    expect([begun.status, begun.headers.get("location")]).toEqual([303, "/Login?step=google"]);
    await sandbox.fail("confirm_login", { kind: "answer", body: { code: 0, msg: "", data: null } });
    const ended = await visitor.submit("/Login?step=google", { intent: "confirm", googleCode: "123456" });
    expect(ended.headers.get("location")).toBe("/Index/Home");
    const session = ended.headers.getSetCookie().find((line) => line.startsWith("utoken=")) ?? "";
    expect(session.split(";")[0]?.length).toBeLessThanOrEqual(4_096);
    visitor.cookies.delete("utoken");
  }
});

test.each<[setting: "first" | "confirmed" | undefined, data: unknown, session: string | null]>([
  [undefined, { token: "second", quicktoken: "quick" }, null],
  ["first", { token: "second", quicktoken: "quick" }, null],
  ["confirmed", { token: "second", quicktoken: "quick" }, "second"],
  ["confirmed", { token: "", quicktoken: "quick" }, "quick"],
  ["confirmed", { token: "no token", quicktoken: null }, null],
  ["confirmed", null, null],
  ["confirmed", ["second"], null],
])("with SESSION_TOKEN=%s a confirmation that returns %j makes %j the session", async (setting, data, session) => {
  const at = await atSecondStep("google");
  await sandbox.fail("confirm_login", { kind: "answer", body: { code: 0, msg: "", data } });
  await withEnv({ SESSION_TOKEN: setting }, async () => {
    const response = await at.visitor.submit(at.url, { intent: "confirm", googleCode: "123456" });
    expect(response.headers.get("location")).toBe("/Index/Home");
  });
  const read = await readSession(pageRequest("/", { cookies: at.visitor.cookies }));
  expect(read?.token).toBe(session ?? at.token);
});

test("the first step sends mobileNumber, loginPword, verificationType and language, but no token", async () => {
  const account = await sandbox.createAccount();
  await visit("el_GR").submit("/Login", { ...credentials(account), mobileNumber: `  ${account.email} ` });
  const [sent] = await sandbox.requests("login_in");
  expect(sent?.body).toEqual({ ...credentials(account), verificationType: 0 });
  expect(sent?.headers).toMatchObject({ "exchange-language": "el_GR", "exchange-client": "pc" });
  expect(sent?.headers).not.toHaveProperty("exchange-token");
});

test.each([
  ["\uff4ding\uff20example\uff0ecom", "ming@example.com"],
  [" ming @example\u3002com\u200b", "ming@example.com"],
  ["\uff0b\uff18\uff16 138 0013 8000", "+8613800138000"],
  [" Ming\u3000Li ", "Ming\u3000Li"],
])("an account is accepted in any usual spelling: %s", async (mobileNumber, sent) => {
  await visit().submit("/Login", { mobileNumber, loginPword: "Test12345" });
  expect((await sandbox.requests("login_in"))[0]?.body).toMatchObject({ mobileNumber: sent });
});

test.each([
  ["account", { mobileNumber: " \t", loginPword: "Test12345" }, { mobileNumber: ["errors.accountRequired"] }],
  ["password", { mobileNumber: "a@example.com", loginPword: "   " }, { loginPword: ["errors.passwordRequired"] }],
  ["anything", {}, { mobileNumber: ["errors.accountRequired"], loginPword: ["errors.passwordRequired"] }],
])("a sign-in without %s after trimming returns 422 with the messages, without a call", async (_, fields, errors) => {
  const refusal = await refusalOf(await visit().submit("/Login", fields));
  expect(refusal).toMatchObject({ status: 422, errors });
  expect(await sandbox.calls("login_in")).toBe(0);
});

test.each([
  ["en_US", "The account or the password is wrong."],
  ["el_GR", "帳號或密碼錯誤。"],
] as const)(
  "a wrong password returns 401 with the upstream's message in %s, and keeps the account, not the password",
  async (locale, message) => {
    const account = await sandbox.createAccount();
    const response = await visit(locale).submit("/Login", {
      mobileNumber: account.email,
      loginPword: "password-canary",
    });
    const text = await response.clone().text();
    expect(await refusalOf(response)).toEqual({
      status: 401,
      errors: { "": [JSON.stringify(["errors.server", { message }])] },
      values: { mobileNumber: account.email },
    });
    expect(text).not.toContain("password-canary");
    expect(response.headers.get("cache-control")).toBe("no-store");
  },
);

test("a sign-in whose second step the web does not have leads to the app", async () => {
  const account = await sandbox.createAccount({ secondStep: "google" });
  const data = { token: "t1", type: "4", googleAuth: "0" };
  await sandbox.fail("login_in", { kind: "answer", body: { code: 0, msg: "", data } }, { times: 1 });
  const visitor = visit();
  const refusal = await refusalOf(await visitor.submit("/Login", credentials(account)));
  expect(refusal).toMatchObject({ status: 422, errors: { "": ["errors.captchaUnsupported"] } });
  expect(visitor.cookies).not.toContain("utoken");
});

test("a sign-in with an unreadable response returns 503 with the network exception and keeps the account", async () => {
  const account = await sandbox.createAccount();
  await sandbox.fail("login_in", { kind: "types" });
  expect(await refusalOf(await visit().submit("/Login", credentials(account)))).toEqual({
    status: 503,
    errors: { "": ["errors.network"] },
    values: { mobileNumber: account.email },
  });
});

test.each([
  ["google", "10022"],
  ["sms", "10010"],
  ["email", "10010"],
] as const)(
  "a wrong code by %s (%s) is a verification code error, 401, not shown again; the right one still signs in",
  async (step, code) => {
    const at = await atSecondStep(step);
    const right = await sandbox.code(at.account.email, step);
    const wrong = right === "135790" ? "135791" : "135790";
    await sandbox.fail("confirm_login", { kind: "error", code }, { times: 1 });
    const refused = await at.visitor.submit(at.url, { intent: "confirm", [FIELDS[step]]: wrong });
    expect(await refused.clone().text()).not.toContain(wrong);
    expect(await refusalOf(refused)).toMatchObject({ status: 401, errors: { [FIELDS[step]]: ["errors.code"] } });
    expect(await readSession(pageRequest("/", { cookies: at.visitor.cookies }))).toBeNull();

    const accepted = await at.visitor.submit(at.url, { intent: "confirm", [FIELDS[step]]: right });
    expect(accepted.headers.get("location")).toBe("/Index/Home");
  },
);

test("a code reused by its account within 90 s gets the message that it works only once", async () => {
  const at = await atSecondStep("google");
  const code = await sandbox.code(at.account.email, "google");
  await at.visitor.submit(at.url, { intent: "confirm", googleCode: code });
  const again = async (account: Account) => {
    const next = await atSecondStep("google", account);
    return refusalOf(await next.visitor.submit(next.url, { intent: "confirm", googleCode: code }));
  };
  expect(await again(at.account)).toMatchObject({ status: 401, errors: { googleCode: ["errors.codeUsed"] } });
  expect(await again(await sandbox.createAccount({ secondStep: "google" }))).toMatchObject({
    errors: { googleCode: ["errors.code"] },
  });
  moveClock(USED_CODE_AGE_MS + 1);
  expect(await again(at.account)).toMatchObject({ errors: { googleCode: ["errors.code"] } });
});

test("a sign-in works while the store does not respond; a used code is then just wrong", async () => {
  const at = await atSecondStep("google");
  const googleCode = await sandbox.code(at.account.email, "google");
  const next = await atSecondStep("google", at.account);
  breakStore();
  const signedIn = await at.visitor.submit(at.url, { intent: "confirm", googleCode });
  expect(signedIn.headers.get("location")).toBe("/Index/Home");
  vi.restoreAllMocks();
  const refused = await next.visitor.submit(next.url, { intent: "confirm", googleCode });
  expect(await refusalOf(refused)).toMatchObject({ status: 401, errors: { googleCode: ["errors.code"] } });
});

test("a wrong code is reported at its field, which has the focus, without a summary", async () => {
  const at = await atSecondStep("google");
  await sandbox.fail("confirm_login", { kind: "error", code: "10022" }, { times: 1 });
  const browser = browserAt(pages, "en_US", at.visitor.cookies);
  const typed = { intent: "confirm", googleCode: "135790" };
  const page = await browser.submit(at.url, typed, await browser.open(at.url));
  expect(page.status).toBe(401);
  expect(textsOf(page.html, "#code-googleCode-error")).toEqual([getText("en_US")("errors.code")]);
  expect(attributesOf(page.html, "#summary, [autofocus]", "id")).toEqual(["code-googleCode"]);
});

test.each([
  ...STEPS.map((step) => [step, "\u3000", "errors.codeRequired"] as const),
  ["google", undefined, "errors.codeRequired"] as const,
  ["google", "1234 5", "errors.codeLength"] as const,
  ["google", "12a456", "errors.codeLength"] as const,
  ["sms", "1".repeat(257), "errors.invalid"] as const,
])("a code by %s is required, and the authenticator's is six digits: %s", async (step, code, message) => {
  const at = await atSecondStep(step);
  const refusal = await refusalOf(await at.visitor.submit(at.url, { intent: "confirm", [FIELDS[step]]: code }));
  expect(refusal.status).toBe(422);
  expect(refusal.errors?.[FIELDS[step]]?.[0]).toBe(message);
  expect(await sandbox.calls("confirm_login")).toBe(0);
});

test.each([
  ["google", " １２３ \u200b４５６ ", "123456"],
  ["google", "1 2\u00a03\u20094\u30005\t6", "123456"],
  ["google", "1234567", "123456"],
  ["google", "G-238271", "238271"],
  ["sms", "7", "7"],
  ["sms", "１２３４５６７８", "12345678"],
  ["sms", "Ab-12cD34", "Ab12cD34"],
  ["email", "G-238271", "238271"],
  ["email", "ａＢ 12cD", "aB12cD"],
  ["email", "123 456 78", "123456"],
] as const)(
  "a code by %s typed as %j reaches the upstream as %j, the other two as empty texts",
  async (step, typed, sent) => {
    const at = await atSecondStep(step);
    await at.visitor.submit(at.url, { intent: "confirm", [FIELDS[step]]: typed });
    const codes = { googleCode: "", smsCode: "", emailCode: "", [FIELDS[step]]: sent };
    expect((await sandbox.requests("confirm_login")).map(({ body }) => body)).toEqual([{ ...codes, token: at.token }]);
  },
);

test.each([
  ["sms", 25],
  ["email", 4],
] as const)(
  "requesting another code by %s sends operationType %i and the first token, and says so",
  async (step, operationType) => {
    const at = await afterTheMinute(step);
    at.visitor.cookies.delete("flash");
    const response = await send(at);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(at.url);
    expect(await at.visitor.toast()).toEqual({ key: "toasts.codeSent", kind: "status", inSheet: true });
    const sent = await sandbox.requests(SEND_CALLS[step]);
    expect(sent.map(({ body }) => body)).toEqual(Array(2).fill({ operationType, token: at.token }));
  },
);

test.each([{ kind: "types" }, { kind: "error", code: 10002 }] as const)(
  "if the verification configuration fails to load ($kind), kind 0 is assumed",
  async (fault) => {
    await sandbox.fail("public_info_v5", fault);
    const visitor = visit();
    expect(await visitor.read("/Login")).toMatchObject({ captcha: { kind: "none" } });
    const response = await visitor.submit("/Login", credentials(await sandbox.createAccount()));
    expect(response.headers.get("location")).toBe("/Login?step=google");
    expect((await sandbox.requests("login_in"))[0]?.body).toMatchObject({ verificationType: 0 });
  },
);

test.each(["en_US", "el_GR"] as const)(
  "with WEB_LOGIN=app-only the page says so and every step is rejected: %s",
  async (locale) => {
    const at = await atSecondStep("sms");
    const account = await sandbox.createAccount();
    await sandbox.setCaptchaKind(0);
    const before = await sandbox.calls("login_in");
    await withEnv({ WEB_LOGIN: "app-only" }, async () => {
      const { html } = await browserAt(pages, locale).open("/Login");
      expect(textsOf(html, "main")[0]).toContain(getText(locale)("Login.appOnlyText"));
      expect(attributesOf(html, "[name=mobileNumber]", "name")).toEqual([]);
      expect(linksOf(sourceOf(html, "main")).map(({ href }) => href)).toEqual(
        expect.arrayContaining(["/AppDownload", "/Register"]),
      );
      expect(await refusalOf(await visit().submit("/Login", credentials(account)))).toMatchObject({
        status: 403,
        errors: { "": ["errors.loginAppOnly"] },
      });
      expect(await refusalOf(await send(at))).toMatchObject({ status: 403 });
      const confirmed = await at.visitor.submit(at.url, { intent: "confirm", smsCode: "123456" });
      expect(await refusalOf(confirmed)).toMatchObject({ status: 403 });
    });
    expect(await sandbox.calls("login_in")).toBe(before);
    expect(await sandbox.calls("smsValidCode"), "only the first step's code").toBe(1);
    expect(await sandbox.calls("confirm_login")).toBe(0);
  },
);

test.each([
  ["/Index/Power?page=2", "/Index/Power?page=2"],
  ["//evil.example/", "/Index/Home"],
  ["javascript:alert(1)", "/Index/Home"],
])("after sign-in redirectTo is honoured only if it is a path of this site: %s", async (redirectTo, target) => {
  const account = await sandbox.createAccount();
  const visitor = visit();
  const first = await visitor.submit(loginTo(redirectTo), credentials(account));
  const response = await visitor.submit(first.headers.get("location") ?? "", {
    intent: "confirm",
    googleCode: await sandbox.code(account.email, "google"),
  });
  expect(response.headers.get("location")).toBe(target);
});

test.each([1_990, 4_000])("a redirectTo of %i characters does not prevent the sign-in", async (length) => {
  const account = await sandbox.createAccount();
  const visitor = visit();
  const first = await visitor.submit(`/Login?redirectTo=/MyOrder?q=${"a".repeat(length)}`, credentials(account));
  expect(first.status).toBe(303);
  const response = await visitor.submit(first.headers.get("location") ?? "", {
    intent: "confirm",
    googleCode: await sandbox.code(account.email, "google"),
  });
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toMatch(/^\/(MyOrder\?q=a+|Index\/Home)$/);
});

test("a signed-in visitor is redirected to redirectTo, else to the account centre", async () => {
  const visitor = visit();
  visitor.cookies.take(await sessionCookie({ token: "upstream-token", account: "a@example.com" }));
  expect((await visitor.open("/Login?redirectTo=%2FMyOrder")).headers.get("location")).toBe("/MyOrder");
  expect((await visitor.open("/Login?redirectTo=%2F%2Fevil.example")).headers.get("location")).toBe("/UserCenter");
  expect((await visitor.open("/Login")).headers.get("location")).toBe("/UserCenter");
});

test("the session token appears only in its encrypted cookie", async () => {
  const at = await afterTheMinute("email");
  expect(at.token.length).toBeGreaterThan(20);
  const responses = [await at.visitor.open("/Login"), await at.visitor.open(at.url), await send(at)];
  responses.push(await at.visitor.submit(at.url, { intent: "confirm", emailCode: "000000" }));
  const emailCode = await sandbox.code(at.account.email, "email");
  responses.push(await at.visitor.submit(at.url, { intent: "confirm", emailCode }));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 303, 401, 303]);
  for (const response of responses) {
    const responseText = JSON.stringify([...response.headers]) + (await response.text());
    expect(responseText).not.toContain(at.token);
    expect(responseText).not.toContain(at.account.password);
  }
});

test("a pending token that expired at the upstream leads back to the first step, which keeps the account", async () => {
  const at = await atSecondStep("google");
  await sandbox.expireSessions(at.account.email);
  const googleCode = await sandbox.code(at.account.email, "google");
  const response = await at.visitor.submit(at.url, { intent: "confirm", googleCode });
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe("/Login");
  expect(await at.visitor.toast()).toEqual({ key: "errors.stepExpired", kind: "alert" });
  expect(await at.visitor.read("/Login")).toMatchObject({ account: at.account.email });
});

test("a second step with a flow session older than 15 minutes must start again", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const at = await atSecondStep("google");
  vi.setSystemTime(Date.now() + FLOW_AGE_MS + 1_000);
  expect((await at.visitor.open(at.url)).headers.get("location")).toBe("/Login");
  expect(await at.visitor.toast()).toEqual({ key: "errors.stepExpired", kind: "alert" });
});

test.each(["google", "<script>"])("the sheet %s cannot be opened without its first step", async (step) => {
  const response = await visit().open(`/Login?step=${encodeURIComponent(step)}`);
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe("/Login");
});

test("a code posted to the wrong sheet makes no call", async () => {
  const at = await atSecondStep("google");
  const { token: csrf } = await at.visitor.read<{ token: string }>(at.url);
  const response = await at.visitor.post("/Login?step=sms", { intent: "confirm", smsCode: "123456", csrf });
  expect(response.headers.get("location")).toBe("/Login");
  expect(await sandbox.calls("confirm_login")).toBe(0);
});

test("the optional account parameter pre-fills the account field", async () => {
  const data = await visit().read("/Login/a%40example.com", { params: { account: "a@example.com" } });
  expect(data).toMatchObject({ account: "a@example.com" });
});

const WRONG = "loginPword-that-is-wrong";

test("after five wrong passwords from one address the sixth is rejected with the time, without a call", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 21, 4, 0, 0) });
  const account = await sandbox.createAccount();
  const stranger = visit();
  for (const mobileNumber of [account.email, account.email.toUpperCase(), ` ${account.email}`]) {
    expect((await stranger.submit("/Login", { mobileNumber, loginPword: WRONG })).status).toBe(401);
  }
  vi.setSystemTime(Date.now() + 60_000);
  for (let n = 0; n < 2; n += 1) {
    expect((await stranger.submit("/Login", { mobileNumber: account.email, loginPword: WRONG })).status).toBe(401);
  }
  const refused = await stranger.submit("/Login", credentials(account));
  expect(refused.headers.get("retry-after")).toBe(String(14 * 60));
  expect(await refusalOf(refused)).toEqual({
    status: 429,
    errors: {
      "": [JSON.stringify(["Login.passwordsPaused", { time: "12:15:00\u00a0(UTC+8)", minutes: 14, hours: 1 }])],
    },
    values: { mobileNumber: account.email },
  });
  expect(await sandbox.calls("login_in")).toBe(5);

  vi.setSystemTime(Date.now() + 14 * 60_000 + 1);
  expect((await stranger.submit("/Login", credentials(account))).status).toBe(303);
});

test("twenty people behind one address can sign in, each with mistakes and a reload", async () => {
  const office = newAddress();
  for (let person = 0; person < 20; person += 1) {
    const account = await sandbox.createAccount({ secondStep: "google" });
    const visitor = new Visitor(route, "en_US", office);
    expect((await visitor.submit("/Login", { mobileNumber: account.email, loginPword: "" })).status).toBe(422);
    expect((await visitor.submit("/Login", { mobileNumber: account.email, loginPword: WRONG })).status).toBe(401);
    await visitor.open("/Login");
    const at = (await visitor.submit("/Login", credentials(account))).headers.get("location") ?? "";
    expect((await visitor.submit(at, { intent: "confirm", googleCode: "000000" })).status, `person ${person}`).toBe(
      401,
    );
    await visitor.open(at);
    const googleCode = await sandbox.code(account.email, "google");
    const done = await visitor.submit(at, { intent: "confirm", googleCode });
    expect(done.headers.get("location"), `person ${person}`).toBe("/Index/Home");
  }
});

test("after wrong passwords from other addresses the right one still signs in", async () => {
  const account = await sandbox.createAccount();
  for (let stranger = 0; stranger < 2; stranger += 1) {
    const visitor = visit();
    for (let n = 0; n < 6; n += 1) {
      await visitor.submit("/Login", { mobileNumber: account.email, loginPword: WRONG });
    }
  }
  expect(await sandbox.calls("login_in")).toBe(10);
  expect((await visit().submit("/Login", credentials(account))).status).toBe(303);
});

test("after 50 wrong passwords in an hour the owner's sign-in is slower, but succeeds", async () => {
  const account = await sandbox.createAccount();
  for (let n = 0; n < 60; n += 1) await countTowardsSlowing("password", account.email);
  const visitor = visit();
  const { token: csrf } = await visitor.read<{ token: string }>("/Login");
  const response = await sendSlowed(
    () => visitor.post("/Login", { ...credentials(account), csrf }),
    () => sandbox.calls("login_in"),
  );
  expect(response.headers.get("location")).toBe("/Login?step=google");
});

test("a failed captcha, a lost response or a missing password does not count as a wrong password", async () => {
  const account = await sandbox.createAccount();
  const visitor = visit();
  for (const fault of [{ kind: "error", code: 10055 }, { kind: "reset" }, { kind: "html" }] as const) {
    for (let n = 0; n < 3; n += 1) {
      await sandbox.fail("login_in", fault, { times: 1 });
      expect((await visitor.submit("/Login", credentials(account))).status).toBeGreaterThanOrEqual(401);
    }
  }
  for (let n = 0; n < 6; n += 1) await visitor.submit("/Login", { mobileNumber: account.email, loginPword: "" });
  expect((await visitor.submit("/Login", credentials(account))).status).toBe(303);
});

const wrongCode = (code: string) => String((Number.parseInt(code, 10) + 500_000) % 1_000_000).padStart(6, "0");

/** Posts ten wrong codes, each from a different address, in two sign-ins. */
async function tenWrongCodes(step: SecondStep) {
  const at = await atSecondStep(step);
  const again = await atSecondStep(step, at.account);
  for (let n = 0; n < 10; n += 1) {
    const { visitor, url } = n % 2 === 0 ? at : again;
    const wrong = { intent: "confirm", [FIELDS[step]]: "000000" };
    await sandbox.fail("confirm_login", { kind: "error", code: 10022 }, { times: 1 });
    // Fields of the first step with other accounts, which this form ignores.
    const fields = { ...wrong, mobileNumber: `decoy-${n}@example.com`, email: `decoy-${n}@example.com` };
    expect((await visitor.submit(url, fields)).status).toBe(401);
  }
  return at;
}

test.each(["google", "email"] as const)(
  "ten wrong codes by %s, over several sign-ins and with any fields, pause the account's second step",
  async (step) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 21, 4, 0, 0) });
    const at = await tenWrongCodes(step);
    const third = await atSecondStep(step, at.account);
    expect(await third.visitor.read(third.url)).toMatchObject({
      paused: { time: "12:15:00\u00a0(UTC+8)", minutes: 15 },
    });
    if (step !== "google") {
      expect(await refusalOf(await send(third))).toMatchObject({ status: 429 });
      expect(await sandbox.calls(SEND_CALLS[step]), "only the first sign-in's code").toBe(1);
    }
    const fields = { intent: "confirm", [FIELDS[step]]: "123456", mobileNumber: "decoy@example.com" };
    const refused = await third.visitor.submit(third.url, fields);
    expect(refused.headers.get("retry-after")).toBe(String(15 * 60));
    expect((await refusalOf(refused)).errors).toEqual({
      "": [JSON.stringify(["errors.codesPaused", { time: "12:15:00\u00a0(UTC+8)", minutes: 15, hours: 1 }])],
    });
    expect(await sandbox.calls("confirm_login")).toBe(10);
  },
);

test("a code without a response does not count as wrong, and a right code resets the count", async () => {
  const at = await atSecondStep("google");
  for (let n = 0; n < 12; n += 1) {
    await sandbox.fail("confirm_login", { kind: "reset" }, { times: 1 });
    expect((await at.visitor.submit(at.url, { intent: "confirm", googleCode: "000000" })).status).toBe(503);
  }
  const confirm = async (next: typeof at) => {
    const right = await sandbox.code(next.account.email, "google");
    for (let n = 0; n < 5; n += 1) {
      expect((await next.visitor.submit(next.url, { intent: "confirm", googleCode: wrongCode(right) })).status).toBe(
        401,
      );
    }
    expect((await next.visitor.submit(next.url, { intent: "confirm", googleCode: right })).status).toBe(303);
  };
  await confirm(at);
  await confirm(await atSecondStep("google", at.account));
  await confirm(await atSecondStep("google", at.account));
});

test("a confirmation without a response: 503, with how to find out the outcome", async () => {
  const at = await atSecondStep("google");
  await sandbox.fail("confirm_login", { kind: "lost" }, { times: 1 });
  const googleCode = await sandbox.code(at.account.email, "google");
  expect(await refusalOf(await at.visitor.submit(at.url, { intent: "confirm", googleCode }))).toMatchObject({
    status: 503,
    errors: { "": ["errors.network", "Login.unknown"] },
  });
  expect(await readSession(pageRequest("/", { cookies: at.visitor.cookies }))).toBeNull();
});

async function confirmed({ visitor, account }: { visitor: Visitor; account: Account }, url: string) {
  const googleCode = await sandbox.code(account.email, "google");
  return (await visitor.submit(url, { intent: "confirm", googleCode })).headers.get("location");
}

test("the link to the registration keeps the return target", async () => {
  expect(await visit().read("/Login")).toMatchObject({ registerTo: "/Register" });
  const registerTo = loginTo("/PowerProductDetail/1001?buyAmount=3").replace("/Login", "/Register");
  expect(await visit().read(loginTo("/PowerProductDetail/1001?buyAmount=3"))).toMatchObject({ registerTo });
});

test("the second step keeps the return target after its flow session expires", async () => {
  const response = await visit().open(`${loginTo("/Assets")}&step=google`);
  expect(response.headers.get("location")).toBe(loginTo("/Assets"));
});

test("an abandoned return target is dropped: plain /Login leads to Home", async () => {
  const account = await sandbox.createAccount();
  const visitor = visit();
  await visitor.open(loginTo("/Assets"));
  const first = await visitor.submit("/Login", credentials(account));
  expect(await confirmed({ visitor, account }, first.headers.get("location") ?? "")).toBe("/Index/Home");
});

test("the return target survives a wrong password, another tab, and a closed or expired sheet", async () => {
  const account = await sandbox.createAccount();
  const visitor = visit();
  const url = loginTo("/Assets?coin=BTC");
  const wrong = { mobileNumber: account.email, loginPword: WRONG };
  expect((await visitor.submit(url, wrong)).status).toBe(401);
  const { token: csrf } = await visitor.read<{ token: string }>(url);
  // Another tab opens the plain page in the meantime.
  await visitor.open("/Login");
  const first = await visitor.post(url, { ...credentials(account), csrf });
  const step = first.headers.get("location") ?? "";
  expect(await visitor.read(step)).toMatchObject({ closeTo: url });

  await sandbox.fail("confirm_login", { kind: "error", code: 10002 }, { times: 1 });
  expect(await confirmed({ visitor, account }, step)).toBe(url);
  const elsewhere = `${loginTo("/Assets?coin=BTC")}&step=sms`;
  expect((await visitor.open(elsewhere)).headers.get("location")).toBe(url);
  const second = await visitor.submit(url, credentials(account));
  expect(await confirmed({ visitor, account }, second.headers.get("location") ?? "")).toBe("/Assets?coin=BTC");
});

test("the return target survives a captcha that the upstream starts to require", async () => {
  const visitor = visit();
  const { token: csrf } = await visitor.read<{ token: string }>(loginTo("/Assets"));
  const fields = { ...credentials(await sandbox.createAccount()), verificationType: "none", csrf };
  await sandbox.setCaptchaKind(1);
  expect((await visitor.post(loginTo("/Assets"), fields)).headers.get("location")).toBe(loginTo("/Assets"));
});
