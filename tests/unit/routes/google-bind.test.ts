import { generateSync } from "otplib";
import { beforeEach, expect, test, vi } from "vitest";
import { FLOW_AGE_MS } from "~server/session/headers";
import type { Fault } from "@storefront/sandbox/start";
import { readFlash } from "~server/session/flash";
import { PRODUCT } from "../../support/purchase-paths";
import { buyerOf, TERMS } from "../../support/buying";
import { browserAt } from "../../support/documents";
import { attributesOf, exactOf, linksOf, textOf, textsOf, titleOf } from "../../support/html";
import { memberOf, pages } from "../../support/pages";
import { failAtDeadline } from "../../support/fail-at-deadline";
import { TEXTS } from "../../support/texts";
import { useUpstream } from "../../support/upstream";
import { readQr, shownQr } from "../../support/qr-reader";
import { pageRequest } from "../../support/requests";
import { readFlow } from "../../support/route-args";
import { exchange } from "@storefront/sandbox/test/calls";
import type { ScriptlessContext } from "../../support/scriptless/context";

const APP = "/GoogleBind";
const KEY = "/GoogleBind?step=key";
const CODE = "/GoogleBind?step=code";
/** The sign-in uses up the current code, but a minute later there is a new one. */
const SINCE_SIGN_IN_MS = 60_000;

const sandbox = await useUpstream();

/** A signed-in visitor without an authenticator, with scripts blocked. */
async function member(locale: "el_GR" | "en_US" = "en_US", options: { googleBound?: boolean } = {}) {
  const visitor = await memberOf(sandbox, { locale, googleBound: false, ...options });
  await sandbox.advance(SINCE_SIGN_IN_MS);
  return visitor;
}

/** Signed in before each test, without an authenticator. */
let browser: ScriptlessContext;
let account: Awaited<ReturnType<typeof member>>["account"];
let token: string;

beforeEach(async () => {
  ({ browser, account, token } = await member());
});

/** Submits a form of the page at a step. */
async function post(browser: ScriptlessContext, path: string, fields: Record<string, string>) {
  return browser.submit(path, fields, await browser.open(path));
}

const location = ({ status, headers }: { status: number; headers: Headers }) => [status, headers.get("location")];
const flowOf = (browser: ScriptlessContext) => readFlow(pageRequest("/", { cookies: browser.jar }));
const toastOf = async (browser: ScriptlessContext) =>
  (await readFlash(pageRequest("/", { cookies: browser.jar }))).flash;

/** The key that the second step shows. */
async function keyOf(browser: ScriptlessContext): Promise<string> {
  const { html } = await browser.open(KEY);
  return exactOf(html, "bind-key") ?? "";
}

/** Goes to the second step. */
async function toKey(browser: ScriptlessContext): Promise<string> {
  expect(location(await post(browser, APP, { intent: "begin" }))).toEqual([303, KEY]);
  return keyOf(browser);
}

/** Goes to the third step. */
async function toCode(browser: ScriptlessContext): Promise<string> {
  const key = await toKey(browser);
  expect(location(await post(browser, KEY, { intent: "written", written: "on" }))).toEqual([303, CODE]);
  return key;
}

/** A code for the key by the upstream's clock, for now or for the next half minute. */
const codeOf = (key: string, halfMinutes = 0) =>
  generateSync({ secret: key, epoch: Math.floor((Date.now() + SINCE_SIGN_IN_MS) / 1000) + halfMinutes * 30 });
const wrong = (code: string) => (code === "111111" ? "222222" : "111111");

const backOf = (html: string) => attributesOf(html, "header.bar > a", "href")[0];
const messages = (html: string, id: string) => textsOf(html, `#${id}-error`).join();

test.each([APP, KEY, CODE])(
  "linking opens only if googleStatus is not 1: %s leads to the account centre",
  async (path) => {
    const { browser } = await member("en_US", { googleBound: true });
    expect(location(await browser.open(path))).toEqual([303, "/UserCenter"]);
    expect(await toastOf(browser)).toEqual({ key: "toasts.alreadyBound", kind: "status" });
    expect(textOf((await browser.open("/UserCenter")).html)).toContain("Google Authenticator is already linked");
    expect(await sandbox.calls("toopen_google_authenticator")).toBe(0);
  },
);

test.each(["begin", "confirm"])("with googleStatus 1 every form is rejected: %s", async (intent) => {
  const key = await toCode(browser);
  const page = await browser.open(CODE);
  const elsewhere = { googleKey: key, googleCode: codeOf(key), loginPwd: account.password };
  expect(await exchange(sandbox, "user/google_verify", elsewhere, { token })).toMatchObject({ code: "0" });
  const fields = { intent, written: "on", loginPwd: account.password, googleCode: codeOf(key, 1) };
  expect(location(await browser.submit(CODE, fields, page))).toEqual([303, "/UserCenter"]);
  expect((await flowOf(browser)).bind).toBeUndefined();
  expect(await sandbox.calls("google_verify")).toBe(1);
  expect(await sandbox.calls("toopen_google_authenticator")).toBe(1);
});

test("the first step links to the app, the visitor's store first; the second is below, without a key yet", async () => {
  const android = await browser.open(APP);
  const iphone = await browser.open(APP, { "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)" });
  const stores = (html: string) =>
    linksOf(html).flatMap(({ text }) => (text.includes("Store") || text.includes("Play") ? [text] : []));
  expect(stores(android.html)).toEqual(["Google Play", "App Store"]);
  expect(stores(iphone.html)).toEqual(["App Store", "Google Play"]);
  expect(textsOf(android.html, "h2")).toEqual([
    "1. Install Google Authenticator: every payment needs its code",
    "2. Add the key",
  ]);
  expect(android.html).not.toContain("bind-key");
  expect(textsOf(android.html, "main .button:not(.button-quiet)")).toEqual(["Show the key"]);
  expect(await sandbox.calls("toopen_google_authenticator")).toBe(0);
});

test("the second step shows the key, its groups and its QR code with key, account and site", async () => {
  const issuer = "Meridian Cloud Hashrate";
  const key = await toKey(browser);
  expect(key).toMatch(/^[A-Z2-7]{16,}$/);
  const { html } = await browser.open(KEY);
  expect(textsOf(html, "h2")).toHaveLength(2);
  expect(
    attributesOf(html, "a[href^='https://play.google.com/']", "href"),
    "the first step is still shown",
  ).toHaveLength(1);
  expect(textsOf(html, "#bind-key > *")).toEqual(key.match(/.{1,4}/g));
  const scanned = (await readQr(shownQr(html))) ?? "";
  expect(attributesOf(html, "a[href^='otpauth:']", "href"), "the phone's own authenticator gets the same key").toEqual([
    scanned,
  ]);
  const uri = new URL(scanned);
  expect(uri.protocol + uri.host).toBe("otpauth:totp");
  expect(decodeURIComponent(uri.pathname)).toBe(`/${issuer}:${account.email}`);
  expect(Object.fromEntries(uri.searchParams)).toEqual({ secret: key, issuer });
});

const RETURN_TO = "/PowerProductDetail/1001?buyAmount=3";
const RETURN_QUERY = new URLSearchParams({ redirectTo: RETURN_TO }).toString();

test("every step's URL keeps the return target, and linking leads there with a toast", async () => {
  const app = `${APP}?${RETURN_QUERY}`;
  const keyStep = `${KEY}&${RETURN_QUERY}`;
  const codeStep = `${CODE}&${RETURN_QUERY}`;
  expect(backOf((await browser.open(app)).html), "giving up leads there too").toBe(RETURN_TO);
  expect(location(await post(browser, app, { intent: "begin" }))).toEqual([303, keyStep]);
  const page = await browser.open(keyStep);
  expect(backOf(page.html), "both steps have the same way back").toBe(RETURN_TO);
  expect(location(await browser.open(codeStep)), "the code step needs the key first").toEqual([303, keyStep]);
  expect((await post(browser, keyStep, { intent: "written" })).status).toBe(422);
  expect(location(await post(browser, keyStep, { intent: "written", written: "on" }))).toEqual([303, codeStep]);
  expect(backOf((await browser.open(codeStep)).html)).toBe(keyStep);
  const key = exactOf(page.html, "bind-key") ?? "";
  const bound = await post(browser, codeStep, { loginPwd: account.password, googleCode: codeOf(key) });
  expect(location(bound)).toEqual([303, RETURN_TO]);
  expect(await toastOf(browser)).toEqual({ key: "toasts.bound", kind: "status" });
  expect(location(await browser.open(app)), "an authenticator is linked already").toEqual([303, RETURN_TO]);
});

test("continuing without confirming that the key is saved is rejected", async () => {
  const key = await toKey(browser);
  const unticked: Record<string, string>[] = [{}, { written: "" }, { written: "yes" }];
  for (const fields of unticked) {
    const page = await post(browser, KEY, { intent: "written", ...fields });
    expect(page.status).toBe(422);
    expect(messages(page.html, "bind-written")).toBe("Save the key first, then tick the box.");
    expect(attributesOf(page.html, "#summary, [autofocus]", "id")).toEqual(["bind-written"]);
    expect(page.html).toContain(key);
  }
  expect(location(await browser.open(CODE))).toEqual([303, KEY]);
  expect(await toastOf(browser)).toEqual({ key: "GoogleBind.keyNotWritten", kind: "status" });
});

test.each([KEY, CODE, "/GoogleBind?step=nonsense"])("a step without a key leads to the first one: %s", async (path) => {
  expect(location(await browser.open(path))).toEqual([303, APP]);
  expect(await toastOf(browser)).toEqual({ key: "errors.stepExpired", kind: "alert" });
  const page = await browser.open(APP);
  const forms: Record<string, string>[] = [
    { intent: "written", written: "on" },
    { loginPwd: "x", googleCode: "123456" },
  ];
  for (const fields of forms) {
    expect(location(await browser.submit(path, fields, page))).toEqual([303, APP]);
  }
  expect(await sandbox.calls("google_verify")).toBe(0);
});

test("a code is rejected before the key is confirmed as written down", async () => {
  const key = await toKey(browser);
  const fields = { loginPwd: account.password, googleCode: codeOf(key) };
  expect(location(await browser.submit(CODE, fields, await browser.open(KEY)))).toEqual([303, APP]);
  expect(await sandbox.calls("google_verify")).toBe(0);
});

test.each([
  [{ loginPwd: "  ", googleCode: "123456" }, "Please fill in your password!", ""],
  [{ loginPwd: "", googleCode: " " }, "Please fill in your password!", "Please enter the verification code."],
  [{ loginPwd: "Test12345", googleCode: "12345a" }, "", "The code has 6 digits."],
])("login password and code are both required, each with its own message: %o", async (fields, password, code) => {
  await toCode(browser);
  const page = await post(browser, CODE, fields);
  expect(page.status).toBe(422);
  expect(messages(page.html, "bind-loginPwd")).toBe(password);
  expect(messages(page.html, "bind-googleCode")).toBe(code);
  expect(titleOf(page.html)).toMatch(/^Error: /);
  expect(page.html).not.toMatch(/value="(?:Test12345|12345a?|123456)"/);
  expect(await sandbox.calls("google_verify")).toBe(0);
});

test("an authenticator linked with the shown key can pay for a purchase", async () => {
  await sandbox.setProduct(PRODUCT, { ...TERMS, stock: "1000" });
  const buyer = await buyerOf(sandbox, { googleBound: false });
  await sandbox.advance(SINCE_SIGN_IN_MS);
  const unbound = await buyer.buy();
  expect(unbound.location).toMatch(/^\/GoogleBind\?step=key&redirectTo=/);

  const browser = browserAt(pages, "en_US", buyer.cookies);
  const key = await toCode(browser);
  // Some authenticators show codes in two groups, which people paste.
  const googleCode = codeOf(key, 2).replace(/^.../, "$& ");
  const done = await post(browser, CODE, { loginPwd: buyer.account.password, googleCode });
  expect(location(done)).toEqual([303, "/UserCenter"]);
  expect(await toastOf(browser)).toEqual({ key: "toasts.bound", kind: "status" });
  expect((await flowOf(browser)).bind).toBeUndefined();
  const account = await browser.open("/UserCenter");
  expect(textOf(account.html)).toContain("Authenticator linked");
  expect(textOf(account.html)).toContain("Google Authenticator Linked");
  expect(account.html + JSON.stringify([...done.headers])).not.toContain(key);

  const paid = await buyer.pay(await buyer.toCode(), { googleCode: codeOf(key, 3) });
  expect(paid.location).toMatch(/^\/Successpay\?/);
  const [sent] = await sandbox.requests("google_verify");
  expect(sent?.body).toEqual({
    googleKey: key,
    googleCode: expect.stringMatching(/^\d{6}$/) as string,
    loginPwd: "Test12345",
  });
});

test.each([10022])("a wrong code (%s) keeps the key, and the page says to check the phone’s clock", async (code) => {
  const key = await toCode(browser);
  await sandbox.fail("google_verify", { kind: "error", code }, { times: 1 });
  const page = await post(browser, CODE, { loginPwd: account.password, googleCode: wrong(codeOf(key)) });
  expect(page.status).toBe(422);
  expect(messages(page.html, "bind-googleCode")).toBe("Verification code error!");
  expect(textOf(page.html)).toContain("phone’s clock");
  expect(page.html).not.toContain(account.password);
  expect(await keyOf(browser)).toBe(key);
  expect(await sandbox.calls("toopen_google_authenticator")).toBe(1);
  const done = await post(browser, CODE, { loginPwd: account.password, googleCode: codeOf(key) });
  expect(location(done)).toEqual([303, "/UserCenter"]);
});

test("any other rejection shows the upstream's message without the hint about the clock, and keeps the key", async () => {
  const key = await toCode(browser);
  expect(textOf((await browser.open(CODE)).html)).not.toContain("clock");
  const page = await post(browser, CODE, { loginPwd: "Wrong12345", googleCode: codeOf(key) });
  expect(page.status).toBe(422);
  expect(textOf(page.html)).toContain("The login password is wrong.");
  expect(textOf(page.html)).not.toContain("clock");
  expect(await keyOf(browser)).toBe(key);
});

test("on a phone the next step is as prominent as the link that opens the authenticator", async () => {
  await toKey(browser);
  const { html } = await browser.open(KEY, { "User-Agent": "Mozilla/5.0 (Linux; Android 14; K) Chrome/126.0 Mobile" });
  expect(textsOf(html, "main .button:not(.button-quiet)")).toEqual([
    TEXTS.en_US("GoogleBind.open"),
    TEXTS.en_US("common.next"),
  ]);
});

test("only the button for a new key changes it: Back, a new start and a second tab keep it", async () => {
  const key = await toCode(browser);
  expect(await keyOf(browser)).toBe(key);
  expect(await toKey(browser)).toBe(key);
  expect(await sandbox.calls("toopen_google_authenticator")).toBe(1);
  expect(location(await post(browser, KEY, { intent: "renew" }))).toEqual([303, KEY]);
  const renewed = await keyOf(browser);
  expect(renewed).not.toBe(key);
  expect(location(await browser.open(CODE)), "the new key was not confirmed yet").toEqual([303, KEY]);
  expect(await sandbox.calls("toopen_google_authenticator")).toBe(2);
});

test("a key lasts 15 minutes after it was last shown; then linking restarts with a new one", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const key = await toKey(browser);
  vi.setSystemTime(Date.now() + FLOW_AGE_MS - 60_000);
  expect(await keyOf(browser)).toBe(key);
  vi.setSystemTime(Date.now() + FLOW_AGE_MS - 60_000);
  expect(await keyOf(browser)).toBe(key);
  vi.setSystemTime(Date.now() + FLOW_AGE_MS + 1_000);
  expect(location(await browser.open(KEY))).toEqual([303, APP]);
  expect(await toKey(browser)).not.toBe(key);
});

test("the key of one session is not shown to another on the same browser", async () => {
  const first = await member();
  const key = await toKey(first.browser);
  const second = await member();
  first.browser.jar.set("utoken", second.cookies.get("utoken") ?? "");
  expect(location(await first.browser.open(KEY))).toEqual([303, APP]);
  expect(await toKey(first.browser)).not.toBe(key);
});

test("the key appears only on the second step's page, and in cookies only encrypted", async () => {
  const key = await toCode(browser);
  const pages = [
    await browser.open(APP),
    await browser.open(CODE),
    await browser.open(`${CODE}&_data=${encodeURIComponent("GoogleBind")}`),
    await post(browser, CODE, { loginPwd: account.password, googleCode: wrong(codeOf(key)) }),
    await post(browser, APP, { intent: "begin" }),
    await post(browser, KEY, { intent: "written", written: "on" }),
  ];
  for (const { html, headers } of pages) {
    const groups = (key.match(/.{1,4}/g) ?? []).join(" ");
    for (const form of [key, groups, encodeURIComponent(key), Buffer.from(key).toString("base64url")]) {
      expect(html + JSON.stringify([...headers])).not.toContain(form);
    }
    expect(html).not.toContain('class="qr"');
  }
  for (const part of (browser.jar.get("flow") ?? "").split(".")) {
    expect(Buffer.from(part, "base64url").toString("latin1")).not.toContain(key);
  }
});

test("without a key from the upstream the first step is shown again with the message", async () => {
  await sandbox.fail("toopen_google_authenticator", { kind: "types" });
  const page = await post(browser, APP, { intent: "begin" });
  expect(page.status).toBe(503);
  expect(textOf(page.html)).toContain("Network exception, please try again later!");
  expect(textOf(page.html)).toContain("1. Install");
  await sandbox.heal();
  await toKey(browser);
});

test.each<Fault>([
  { kind: "reset" },
  { kind: "hang" },
  { kind: "gateway", status: 502, body: { code: 10022, msg: "no" } },
])(
  "without a response ($kind) the page says that linking may have succeeded and where to check; the key stays",
  async (fault) => {
    const key = await toCode(browser);
    await failAtDeadline(sandbox, "google_verify", fault, { times: 1 });
    const fields = { loginPwd: account.password, googleCode: codeOf(key) };
    const page = await post(browser, CODE, fields);
    vi.restoreAllMocks();
    expect(page.status).toBe(503);
    expect(textOf(page.html)).toContain("Google Authenticator may be linked already. Check Account.");
    expect(await keyOf(browser)).toBe(key);
    expect(await sandbox.calls("google_verify"), "sent once").toBe(1);
    expect(location(await post(browser, CODE, fields))).toEqual([303, "/UserCenter"]);
  },
);

test("a link whose response was lost is found by reading the account, and is a success", async () => {
  const key = await toCode(browser);
  await sandbox.fail("google_verify", { kind: "lost" }, { times: 1 });
  const done = await post(browser, CODE, { loginPwd: account.password, googleCode: codeOf(key) });
  expect(location(done)).toEqual([303, "/UserCenter"]);
  expect(await toastOf(browser)).toEqual({ key: "toasts.bound", kind: "status" });
  expect((await flowOf(browser)).bind).toBeUndefined();
});

test("if the outcome cannot be read, the page says that linking may have succeeded, even if the step cannot be read", async () => {
  const key = await toCode(browser);
  const page = await browser.open(CODE);
  await sandbox.fail("google_verify", { kind: "lost" }, { times: 1 });
  // Only the action's first read of the account gets a response.
  await sandbox.fail("user_info", { kind: "reset" });
  await sandbox.fail("user_info", { kind: "latency", ms: 0 }, { times: 1 });
  const fields = { loginPwd: account.password, googleCode: codeOf(key) };
  const response = await browser.submit(CODE, fields, page);
  expect(response.status).toBe(503);
  expect(textOf(response.html)).toContain("Google Authenticator may be linked already.");
});

test("a session that expires during linking leads to the root with the message, without key and password", async () => {
  const key = await toCode(browser);
  const page = await browser.open(CODE);
  await sandbox.expireSessions(account.email);
  const fields = { loginPwd: account.password, googleCode: codeOf(key) };
  expect(location(await browser.submit(CODE, fields, page))).toEqual([303, "/"]);
  expect(await toastOf(browser)).toEqual({ key: "errors.sessionExpired", kind: "alert" });
  expect(browser.jar.get("utoken")).toBeUndefined();
  const flow = await flowOf(browser);
  expect(flow.bind).toBeUndefined();
  expect(JSON.stringify(flow)).not.toMatch(new RegExp(`${key}|${account.password}|${fields.googleCode}`));
});

test("a form without its token is rejected, and an account has five wrong passwords or codes", async () => {
  const key = await toCode(browser);
  const forged = await browser.post(CODE, { csrf: "garbage" });
  expect(forged.status).toBe(403);
  expect(await sandbox.calls("google_verify")).toBe(0);
  const forms: (() => ReturnType<typeof browser.submit>)[] = [];
  for (let guess = 0; guess < 12; guess += 1) {
    const elsewhere = browserAt(pages, "en_US", browser.jar.copy());
    const page = await elsewhere.open(CODE);
    const isWrongPassword = guess % 2 === 0;
    const fields = {
      loginPwd: isWrongPassword ? `Guess1234${guess}` : account.password,
      googleCode: isWrongPassword ? codeOf(key) : wrong(codeOf(key)).slice(0, 4) + String(10 + guess),
    };
    forms.push(() => elsewhere.submit(CODE, fields, page));
  }
  const guesses = await Promise.all(forms.map((submit) => submit()));
  expect(await sandbox.calls("google_verify"), "five in 15 minutes from all addresses").toBe(5);
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(7);
  const third = browserAt(pages, "en_US", browser.jar.copy());
  const again = await post(third, CODE, { loginPwd: account.password, googleCode: codeOf(key) });
  expect(again.status).toBe(429);
  expect(textOf(again.html)).toContain("Limit reached: too many wrong passwords or codes");
});

test("a code used for linking is reported as used when paying, and the reverse", async () => {
  const message = "Verification code error! Each code works once. Wait for the next one.";
  await sandbox.setProduct(PRODUCT, { ...TERMS, stock: "1000" });
  const buyer = await buyerOf(sandbox, { googleBound: false });
  await sandbox.advance(SINCE_SIGN_IN_MS);
  const browser = browserAt(pages, "en_US", buyer.cookies);
  const key = await toCode(browser);
  const googleCode = codeOf(key, 2);
  expect((await post(browser, CODE, { loginPwd: buyer.account.password, googleCode })).status).toBe(303);
  const used = await buyer.pay(await buyer.toCode(), { googleCode });
  expect(messages(used.html, "pay-googleCode")).toBe(message);

  // The upstream has bound the key, and its response was lost.
  const { browser: other, account } = await member();
  const itsCode = codeOf(await toCode(other));
  const fields = { loginPwd: account.password, googleCode: itsCode };
  await sandbox.fail("google_verify", { kind: "html" }, { times: 1 });
  expect((await post(other, CODE, fields)).status).toBe(503);
  await sandbox.fail("google_verify", { kind: "error", code: 10022 }, { times: 1 });
  expect(messages((await post(other, CODE, fields)).html, "bind-googleCode")).toBe(message);
});

test("a padded lower-case key is the same in the QR code and for typing", async () => {
  const data = { googleKey: "abcdefghijklmnop====", googleImg: "javascript:alert(1)" };
  await sandbox.fail("toopen_google_authenticator", { kind: "answer", body: { code: 0, msg: "", data } });
  expect(await toKey(browser)).toBe("ABCDEFGHIJKLMNOP");
  const { html } = await browser.open(KEY);
  expect(new URL((await readQr(shownQr(html))) ?? "").searchParams.get("secret")).toBe("ABCDEFGHIJKLMNOP");
  expect(html).not.toContain("javascript:");
});
