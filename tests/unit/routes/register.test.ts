import { expect, test, vi } from "vitest";
import * as signIn from "~/routes/Login.($account)/route";
import * as route from "~/routes/Register/route";
import { FLOW_AGE_MS } from "~server/session/headers";
import { RESEND_AFTER_MS } from "~server/specification";
import { readSession } from "~server/session/session";
import { countTowardsSlowing, slowDown } from "~server/store/slow-down";
import { browserAt } from "../../support/documents";
import { withEnv } from "../../support/environment";
import { attributesOf, textsOf } from "../../support/html";
import { pages } from "../../support/pages";
import { moveClock } from "../../support/move-clock";
import { sendSlowed } from "../../support/pass-wait";
import { useUpstream } from "../../support/upstream";
import { pageRequest } from "../../support/requests";
import { refusalOf, Visitor } from "../../support/visitor";
import { newAddress, readFlow } from "../../support/route-args";
import { validRegistration } from "../../support/valid-forms";

const EMAIL = "new@example.com";
const GOOD = validRegistration({ email: EMAIL });

/** The input that a refused form keeps. */
const { pwd: _pwd, confirmPwd: _confirmPwd, ...PRESERVED } = { ...GOOD, inCode: "DEMO2026" };

const sandbox = await useUpstream();

const visit = (locale?: "el_GR" | "en_US", address?: string) => new Visitor(route, locale, address);
const flowOf = (visitor: Visitor) => readFlow(pageRequest("/Register", { cookies: visitor.cookies }));

/** A visitor with a checked registration, from a new address unless given. */
async function atCode(fields: Record<string, string> = {}, address?: string) {
  const visitor = visit("en_US", address);
  const response = await visitor.submit("/Register", { ...GOOD, ...fields });
  expect(response.status).toBe(303);
  const url = response.headers.get("location") ?? "";
  return { visitor, url, token: (await flowOf(visitor)).register?.token ?? "" };
}

const send = ({ visitor, url }: { visitor: Visitor; url: string }) => visitor.submit(url, { intent: "send" });

/** A visitor at the code step, where the minute of the first code is over. */
async function afterTheMinute(fields: Record<string, string> = {}) {
  const at = await atCode(fields);
  moveClock(RESEND_AFTER_MS + 1);
  return at;
}

async function confirm({ visitor, url }: { visitor: Visitor; url: string }, email = EMAIL) {
  return visitor.submit(url, { intent: "confirm", emailCode: await sandbox.code(email, "email") });
}

test("the form's check call returns a token that opens the e-mail code step", async () => {
  const { visitor, url, token } = await atCode({
    inCode: " DEMO2026\u200b ",
    email: ` ${EMAIL.replace("@", " \uff20")}\u200b`,
  });
  expect(url).toBe("/Register?step=code");
  const [sent] = await sandbox.requests("reg_email_chk_info");
  expect(sent?.body).toEqual({
    email: EMAIL,
    invitedCode: "DEMO2026",
    loginPword: GOOD.pwd,
    newPassword: GOOD.confirmPwd,
    verificationType: 0,
  });
  expect(sent?.headers).toMatchObject({ "exchange-language": "en_US", "exchange-client": "pc" });
  expect(token.length).toBeGreaterThan(20);
  expect(await visitor.read(url)).toMatchObject({
    code: { to: "••••@example.com", shape: { least: 6, most: 6 } },
  });
});

test.each([{}, { inCode: "" }, { inCode: " \u200b" }])(
  "without an invitation code (%j) an empty one is sent",
  async (fields) => {
    await atCode(fields);
    const [sent] = await sandbox.requests("reg_email_chk_info");
    expect(sent?.body).toMatchObject({ invitedCode: "" });
  },
);

test("confirming the code creates the account, signs in with its token, and leads to /Index/Home", async () => {
  const at = await atCode({ inCode: "DEMO2026" });
  const response = await confirm(at);
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe("/Index/Home");
  expect(response.headers.get("x-remix-reload-document")).toBe("true");
  expect(await at.visitor.toast()).toEqual({ key: "toasts.registered", kind: "status" });
  const session = await readSession(pageRequest("/", { cookies: at.visitor.cookies }));
  expect(session?.account).toBe(EMAIL);
  expect(session?.token).not.toBe(at.token);
  const flow = await flowOf(at.visitor);
  expect(flow.register).toBeUndefined();
  expect(flow.draft?.register).toBeUndefined();
});

test.each([
  ["a uid alone: the token of the check call", { uid: 4711 }, "check"],
  ["a uid and a token: that token", { uid: 4711, token: "own-token-of-the-confirmation" }, "own"],
])("confirming starts the right session when the upstream returns %s", async (_, data, expected) => {
  const at = await atCode();
  await sandbox.fail("reg_email_confirm", { kind: "answer", body: { code: 0, msg: "", data } });
  const response = await at.visitor.submit(at.url, { intent: "confirm", emailCode: "123456" });
  expect(response.status).toBe(303);
  const session = await readSession(pageRequest("/", { cookies: at.visitor.cookies }));
  expect(session?.token).toBe(expected === "own" ? "own-token-of-the-confirmation" : at.token);
});

test.each([[{ token: "a-token-without-uid" }], [null], [{ uid: { id: 1 } }]])(
  'confirm without uid (%j): "error —", there may be an account; no sign-in, and the step stays open',
  async (data) => {
    const at = await atCode();
    await sandbox.fail("reg_email_confirm", { kind: "answer", body: { code: 0, msg: "", data } }, { times: 1 });
    const response = await at.visitor.submit(at.url, { intent: "confirm", emailCode: "123456" });
    expect(await response.clone().json()).toMatchObject({ mayExist: true });
    const errors = { "": [JSON.stringify(["Register.noUid", { uid: "—" }])] };
    expect(await refusalOf(response)).toMatchObject({ status: 422, errors });
    expect(await readSession(pageRequest("/", { cookies: at.visitor.cookies }))).toBeNull();
    expect((await confirm(at)).headers.get("location")).toBe("/Index/Home");
  },
);

test.each([
  ["no e-mail", { email: "" }, { email: ["errors.emailRequired"] }],
  ["a blank e-mail", { email: "  " }, { email: ["errors.emailRequired"] }],
  ["an e-mail without a domain", { email: "a@b" }, { email: ["errors.emailInvalid"] }],
  ["an e-mail of 255 characters", { email: `${"a".repeat(243)}@example.com` }, { email: ["errors.emailInvalid"] }],
  ["7 characters", { pwd: "Abcd123", confirmPwd: "Abcd123" }, { pwd: ["errors.passwordRule"] }],
  [
    "21 characters",
    { pwd: "Abcd1234Abcd1234Abcd1", confirmPwd: "Abcd1234Abcd1234Abcd1" },
    { pwd: ["errors.passwordRule"] },
  ],
  ["letters only", { pwd: "Abcdefgh", confirmPwd: "Abcdefgh" }, { pwd: ["errors.passwordRule"] }],
  ["digits only", { pwd: "12345678", confirmPwd: "12345678" }, { pwd: ["errors.passwordRule"] }],
  ["another character", { pwd: "Abcd1234!", confirmPwd: "Abcd1234!" }, { pwd: ["errors.passwordRule"] }],
  ["a letter beyond A to Z", { pwd: "Äbcd1234", confirmPwd: "Äbcd1234" }, { pwd: ["errors.passwordRule"] }],
  ["a leading and trailing space", { pwd: " Abcd1234", confirmPwd: " Abcd1234" }, { pwd: ["errors.passwordRule"] }],
  ["no password", { pwd: "" }, { pwd: ["errors.passwordRequired"], confirmPwd: ["errors.passwordMismatch"] }],
  ["no repeated password", { confirmPwd: "" }, { confirmPwd: ["errors.confirmRequired"] }],
  ["a different repeated password", { confirmPwd: "Abcd12345" }, { confirmPwd: ["errors.passwordMismatch"] }],
  ["an invalid invitation code", { inCode: "a\u0007b" }, { inCode: ["Register.inviteCodeInvalid"] }],
  ["the box not ticked", { agreement: undefined }, { agreement: ["errors.agreement"] }],
  ["the box with another value", { agreement: "off" }, { agreement: ["errors.agreement"] }],
])("%s: 422 with its message, without a call", async (_, fields, errors) => {
  const refusal = await refusalOf(await visit().submit("/Register", { ...GOOD, ...fields }));
  expect(refusal.status).toBe(422);
  expect(refusal.errors).toEqual(errors);
  expect(await sandbox.calls("reg_email_chk_info")).toBe(0);
});

test("all errors are shown at once; input is kept, passwords are not", async () => {
  const typed = { email: "wrong", inCode: "DEMO2026", agreement: undefined };
  const passwords = { pwd: "password-canary", confirmPwd: "another-canary" };
  const response = await visit().submit("/Register", { ...GOOD, ...passwords, ...typed });
  expect(await response.clone().text()).not.toContain("canary");
  const refusal = await refusalOf(response);
  expect(Object.keys(refusal.errors ?? {}).sort()).toEqual(["agreement", "confirmPwd", "email", "pwd"]);
  expect(refusal.values).toEqual({ ...PRESERVED, ...typed });
});

test.each([
  ["10023: Mailbox registered!", { code: 10023 }, { email: ["errors.emailRegistered"] }],
  ["10022: Verification code error!", { code: 10022 }, { "": ["errors.code"] }],
  ["10010: Verification code error!", { code: "10010" }, { "": ["errors.code"] }],
  ["10055: the security check", { code: 10055 }, { "": ["errors.captcha"] }],
  [
    "a refused invitation code: the upstream's message",
    { code: 10034, msg: "This invitation code does not exist." },
    { "": [JSON.stringify(["errors.server", { message: "This invitation code does not exist." }])] },
  ],
  ["any other without a message: the network exception", { code: 99999 }, { "": ["errors.network"] }],
])("a check rejected with %s keeps the form", async (_, fault, errors) => {
  await sandbox.fail("reg_email_chk_info", { kind: "error", ...fault }, { times: 1 });
  const visitor = visit();
  const refusal = await refusalOf(await visitor.submit("/Register", { ...GOOD, inCode: "DEMO2026" }));
  expect(refusal).toEqual({ status: 422, errors, values: PRESERVED });
  expect((await visitor.submit("/Register", GOOD)).status).toBe(303);
});

test("a check with an unreadable response: 503, no account, form kept, no step opened", async () => {
  await sandbox.fail("reg_email_chk_info", {
    kind: "gateway",
    status: 502,
    body: { code: 1, msg: "10.0.0.7 is down" },
  });
  const visitor = visit();
  const refusal = await refusalOf(await visitor.submit("/Register", { ...GOOD, inCode: "DEMO2026" }));
  expect(refusal).toEqual({
    status: 503,
    errors: { "": ["errors.network", "Register.checkUnanswered"] },
    values: PRESERVED,
  });
  expect((await flowOf(visitor)).register).toBeUndefined();
});

test.each([{}, null])("a check without a token (%j): its message, form kept, no step opened", async (data) => {
  await sandbox.fail("reg_email_chk_info", { kind: "answer", body: { code: 0, msg: "", data } }, { times: 1 });
  const visitor = visit();
  const refusal = await refusalOf(await visitor.submit("/Register", { ...GOOD, inCode: "DEMO2026" }));
  expect(refusal).toEqual({ status: 422, errors: { "": ["Register.noToken"] }, values: PRESERVED });
  expect((await flowOf(visitor)).register).toBeUndefined();
});

test.each([
  [undefined, "errors.codeRequired"],
  ["   ", "errors.codeRequired"],
  ["12345", "errors.codeCharacters"],
  ["12 456", "errors.codeCharacters"],
  ["12345驗", "errors.codeCharacters"],
])("the e-mail code %s is rejected: it is required and has 6 characters", async (emailCode, message) => {
  const at = await atCode();
  const refusal = await refusalOf(await at.visitor.submit(at.url, { intent: "confirm", emailCode }));
  expect(refusal.status).toBe(422);
  expect(refusal.errors?.emailCode?.[0]).toBe(message);
  expect(await sandbox.calls("reg_email_confirm")).toBe(0);
});

test.each([" Ａｂ１ ２ｃＤ ", "Ab12cDe"])("the code %j reads as Ab12cD", async (emailCode) => {
  const at = await atCode();
  await at.visitor.submit(at.url, { intent: "confirm", emailCode });
  expect((await sandbox.requests("reg_email_confirm"))[0]?.body).toEqual({ emailCode: "Ab12cD", token: at.token });
});

test("a wrong code is a verification code error; the right one still registers", async () => {
  const at = await atCode();
  await sandbox.fail("reg_email_confirm", { kind: "error", code: "10010" }, { times: 1 });
  const refused = await at.visitor.submit(at.url, { intent: "confirm", emailCode: "135790" });
  expect(await refused.clone().text()).not.toContain("135790");
  expect(await refusalOf(refused)).toMatchObject({ status: 422, errors: { emailCode: ["errors.code"] } });
  expect((await confirm(at)).headers.get("location")).toBe("/Index/Home");
});

test("registering an e-mail again from one address does not restart the minute", async () => {
  const { address } = (await atCode()).visitor;
  const again = await atCode({ email: EMAIL.toUpperCase() }, address);
  // The sent code belongs to the other step, so this one does not report it as sent.
  expect(await again.visitor.read(again.url)).toMatchObject({ code: { otherStep: true } });
  const { status, errors } = await refusalOf(await send(again));
  expect(status).toBe(429);
  expect(errors?.[""]?.[0]).toContain("errors.otherStepWait");
  expect(await sandbox.calls("emailValidCode")).toBe(1);
});

test("?inviteCode= pre-fills the invitation code, if it can be one", async () => {
  const typed = async (query: string) =>
    (await visit().read<{ typed: { inCode: string } }>(`/Register${query}`)).typed.inCode;
  expect(await typed("?inviteCode=DEMO2026")).toBe("DEMO2026");
  for (const around of ["%20", "%E2%80%8B", "%E2%81%A0%20", "%EF%B8%8F"]) {
    expect(await typed(`?inviteCode=${around}DEMO2026${around}`), around).toBe("DEMO2026");
  }
  for (const code of ["<script>", "a b", "-x#&=%+", "友"]) {
    expect(await typed(`?inviteCode=${encodeURIComponent(code)}`), code).toBe(code);
  }
  for (const bad of ["a%00b", "a%E2%80%AEb", "x".repeat(65), ""]) {
    expect(await typed(`?inviteCode=${bad}`)).toBe("");
  }
  expect(await typed("")).toBe("");
});

test("the agreement opens without losing input or keeping a password", async () => {
  const visitor = visit();
  const opened = await visitor.submit("/Register?inviteCode=DEMO2026", {
    email: "half-typed",
    pwd: "password-canary",
    confirmPwd: "another-canary",
    inCode: "",
    agreement: "on",
    intent: "agreement",
  });
  expect(opened.status).toBe(303);
  expect(opened.headers.get("location")).toBe("/Register?step=agreement");
  expect(JSON.stringify(await flowOf(visitor))).not.toContain("canary");
  const text = await (await visitor.open("/Register?step=agreement")).text();
  expect(text).not.toContain("canary");
  expect(JSON.parse(text)).toMatchObject({ typed: { email: "half-typed", inCode: "", agreement: "on" } });
  const back = await visitor.submit("/Register?step=agreement", { intent: "back" });
  expect(back.headers.get("location")).toBe("/Register");
  expect(await visitor.read("/Register")).toMatchObject({
    typed: { email: "half-typed", inCode: "", agreement: "on" },
  });
});

test("a registration that expired at the upstream (10002) restarts with the input", async () => {
  for (const intent of ["confirm", "send"]) {
    const at = await afterTheMinute();
    const call = intent === "send" ? "emailValidCode" : "reg_email_confirm";
    await sandbox.fail(call, { kind: "error", code: 10002 }, { times: 1 });
    const response = await at.visitor.submit(at.url, { intent, emailCode: "123456" });
    expect(response.headers.get("location")).toBe("/Register");
    expect(await at.visitor.toast()).toEqual({ key: "errors.stepExpired", kind: "alert" });
    expect((await at.visitor.open("/Register?step=code")).headers.get("location")).toBe("/Register");
    expect(await at.visitor.read("/Register")).toMatchObject({ typed: { email: EMAIL } });
  }
});

test("a code step with a flow session older than 15 minutes must start again", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const at = await atCode();
  vi.setSystemTime(Date.now() + FLOW_AGE_MS + 1_000);
  expect((await at.visitor.open(at.url)).headers.get("location")).toBe("/Register");
  expect(await at.visitor.toast()).toEqual({ key: "errors.stepExpired", kind: "alert" });
});

test.each(["code", "<script>"])("the step %s cannot be opened first", async (step) => {
  const response = await visit().open(`/Register?step=${encodeURIComponent(step)}`);
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe("/Register");
});

test("WEB_LOGIN=app-only affects only sign-in: registration still works completely", async () => {
  await withEnv({ WEB_LOGIN: "app-only" }, async () => {
    const { html } = await browserAt(pages, "en_US").open("/Register");
    expect(attributesOf(html, "form[action='/Register'] [name]", "name")).toEqual(
      expect.arrayContaining(["email", "pwd", "confirmPwd", "agreement"]),
    );
    const at = await atCode();
    const done = await confirm(at);
    expect(done.headers.get("location")).toBe("/Index/Home");
    expect(await readSession(pageRequest("/", { cookies: at.visitor.cookies }))).not.toBeNull();
  });
});

test("tokens, passwords and code appear only in encrypted cookies", async () => {
  const at = await afterTheMinute({ pwd: "Canary99", confirmPwd: "Canary99" });
  const responses = [await at.visitor.open("/Register"), await at.visitor.open(at.url), await send(at)];
  const emailCode = await sandbox.code(EMAIL, "email");
  await sandbox.fail("reg_email_confirm", { kind: "error", code: 10010 }, { times: 1 });
  responses.push(await at.visitor.submit(at.url, { intent: "confirm", emailCode }));
  responses.push(await at.visitor.submit(at.url, { intent: "confirm", emailCode }));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 303, 422, 303]);
  for (const response of responses) {
    const responseText = JSON.stringify([...response.headers]) + (await response.text());
    for (const secret of [at.token, "Canary99", emailCode]) expect(responseText).not.toContain(secret);
  }
});

test("the longest possible token of the upstream fits into the flow session", async () => {
  const token = "t".repeat(2048);
  await sandbox.fail("reg_email_chk_info", { kind: "answer", body: { code: 0, msg: "", data: { token } } });
  await sandbox.fail("emailValidCode", { kind: "answer", body: { code: 0, msg: "", data: null } });
  const visitor = visit();
  const email = `${"a".repeat(64)}@${"b".repeat(60)}.${"c".repeat(60)}.example.com`;
  expect((await visitor.submit("/Register", { ...GOOD, email })).headers.get("location")).toBe("/Register?step=code");
  expect((await flowOf(visitor)).register?.token).toBe(token);
});

/** Posts ten wrong codes, each with a different e-mail in further fields. */
async function tenWrongCodes() {
  const at = await atCode();
  for (let n = 0; n < 10; n += 1) {
    const fields = { intent: "confirm", emailCode: "wrong1", email: `decoy-${n}@example.com` };
    expect((await at.visitor.submit(at.url, fields)).status).toBe(422);
  }
  return at;
}

test("ten wrong codes pause the e-mail for that address, with any fields; even the right code is not sent", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 21, 4, 0, 0) });
  const { address } = (await tenWrongCodes()).visitor;
  const again = await atCode({ email: EMAIL.toUpperCase() }, address);
  expect(await again.visitor.read(again.url)).toMatchObject({ paused: { time: "12:15:00\u00a0(UTC+8)", minutes: 15 } });
  const refused = await confirm(again);
  expect(refused.headers.get("retry-after")).toBe(String(15 * 60));
  expect(await refusalOf(refused)).toMatchObject({
    status: 429,
    errors: { "": [JSON.stringify(["errors.codesPaused", { time: "12:15:00\u00a0(UTC+8)", minutes: 15, hours: 1 }])] },
  });
  expect((await send(again)).status).toBe(429);
  expect(await sandbox.calls("reg_email_confirm")).toBe(10);
  expect(await sandbox.calls("emailValidCode")).toBe(1);

  const other = await atCode({ email: "somebody-else@example.com" });
  expect((await confirm(other, "somebody-else@example.com")).status).toBe(303);
  vi.setSystemTime(Date.now() + 15 * 60_000 + 1);
  const later = await atCode();
  expect((await confirm(later)).status).toBe(303);
});

test("an e-mail registered in the meantime or a lost response does not count as a wrong code", async () => {
  const at = await atCode();
  for (const fault of [{ kind: "error", code: 10023 }, { kind: "reset" }] as const) {
    for (let n = 0; n < 6; n += 1) {
      await sandbox.fail("reg_email_confirm", fault, { times: 1 });
      await at.visitor.submit(at.url, { intent: "confirm", emailCode: "123456" });
    }
  }
  expect((await confirm(at)).status).toBe(303);
});

test("strangers who repeatedly register an e-mail do not delay its owner (behaviour 5.24)", async () => {
  for (let stranger = 0; stranger < 4; stranger += 1) {
    const { visitor, url } = await atCode();
    for (let n = 0; n < 2; n += 1) await visitor.submit(url, { intent: "confirm", emailCode: "wrong1" });
  }
  await tenWrongCodes();
  const owner = await atCode();
  const shown = await owner.visitor.read(owner.url);
  expect(shown).toMatchObject({ code: { otherStep: false } });
  expect(shown).not.toHaveProperty("paused");
  expect(await sandbox.calls("emailValidCode"), "the owner's own code was sent").toBe(6);
  expect((await confirm(owner)).headers.get("location")).toBe("/Index/Home");
});

test("after 50 sent or wrong codes for an e-mail in an hour its registration is slower, but succeeds", async () => {
  for (let n = 0; n < 60; n += 1) await countTowardsSlowing("registration", EMAIL);
  const visitor = visit();
  const { token: csrf } = await visitor.read<{ token: string }>("/Register");
  const response = await sendSlowed(
    () => visitor.post("/Register", { ...GOOD, csrf }),
    () => sandbox.calls("reg_email_chk_info"),
  );
  expect(response.headers.get("location")).toBe("/Register?step=code");
});

test("each code sent to an e-mail, and each wrong one, counts towards slowing it", async () => {
  const waits: number[] = [];
  const wait = (ms: number) => Promise.resolve(void waits.push(ms));
  for (let n = 0; n < 45; n += 1) await countTowardsSlowing("registration", EMAIL);
  const at = await atCode();
  for (let tries = 0; tries < 3; tries += 1)
    await at.visitor.submit(at.url, { intent: "confirm", emailCode: "wrong1" });
  await slowDown("registration", EMAIL.toUpperCase(), wait);
  expect(waits, "no wait up to 49").toEqual([]);
  await at.visitor.submit(at.url, { intent: "confirm", emailCode: "wrong1" });
  await slowDown("registration", EMAIL.toUpperCase(), wait);
  expect(waits).toEqual([1_000]);
});

test("twenty people behind one address can register, each with mistakes", async () => {
  const office = newAddress();
  for (let person = 0; person < 20; person += 1) {
    const email = `person-${person}@example.com`;
    const visitor = visit("en_US", office);
    expect((await visitor.submit("/Register", { ...GOOD, email, confirmPwd: "Abcd12345" })).status).toBe(422);
    const url = (await visitor.submit("/Register", { ...GOOD, email })).headers.get("location") ?? "";
    expect((await visitor.submit(url, { intent: "confirm", emailCode: "wrong1" })).status, email).toBe(422);
    await visitor.open(url);
    expect((await confirm({ visitor, url }, email)).headers.get("location"), email).toBe("/Index/Home");
  }
});

const HOUR_MS = 60 * 60_000;

test("16 simultaneous registrations of one e-mail from different addresses get six codes an hour and twelve a day", async () => {
  const spellings = [EMAIL, "NEW@example.com", "n.e.w@example.com", "new+tag@example.com"];
  const rush = () => Promise.all(Array.from({ length: 16 }, (_, n) => atCode({ email: spellings[n % 4] ?? EMAIL })));
  await rush();
  expect(await sandbox.calls("emailValidCode")).toBe(6);
  moveClock(HOUR_MS - 20_000);
  await atCode();
  expect(await sandbox.calls("emailValidCode")).toBe(6);
  moveClock(30_000);
  await rush();
  expect(await sandbox.calls("emailValidCode")).toBe(12);
  moveClock(2 * HOUR_MS);
  await atCode();
  expect(await sandbox.calls("emailValidCode")).toBe(12);
  await atCode({ email: "other@example.com" });
  expect(await sandbox.calls("emailValidCode"), "another e-mail gets its code").toBe(13);
  moveClock(22 * HOUR_MS);
  await atCode();
  expect(await sandbox.calls("emailValidCode"), "one more a day later").toBe(14);
});

test("with an e-mail's codes used up the step opens, says until when, and an earlier code works", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 21, 4, 0, 0) });
  const owner = await atCode();
  const code = await sandbox.code(EMAIL, "email");
  for (let stranger = 0; stranger < 6; stranger += 1) await atCode();
  expect(await sandbox.calls("emailValidCode")).toBe(6);
  moveClock(RESEND_AFTER_MS + 1);
  const refusal = await refusalOf(await send(owner));
  expect(refusal.status).toBe(429);
  expect(refusal.errors?.[""]?.[0]).toContain("errors.codesUsedUp");
  const { html } = await browserAt(pages, "en_US", owner.visitor.cookies).open(owner.url);
  expect(textsOf(html, "[role=dialog] p.soft").join()).toContain("Limit reached: too many codes");
  expect(textsOf(html, "[role=dialog] p.soft").join()).toContain("13:00:00 (UTC+8)");
  expect(textsOf(html, "[role=dialog] button[value=send]")).toEqual([]);
  expect(textsOf(html, "[role=dialog] button.button:not(.button-quiet)")).toHaveLength(1);
  const response = await owner.visitor.submit(owner.url, { intent: "confirm", emailCode: code });
  expect(response.headers.get("location")).toBe("/Index/Home");
});

test("strangers who register an e-mail with +labels use up its registration codes, not its sign-in codes", async () => {
  const { email, password } = await sandbox.createAccount({ secondStep: "email" });
  for (let n = 0; n < 7; n += 1) await atCode({ email: email.replace("@", `+${n}@`) });
  expect(await sandbox.calls("emailValidCode")).toBe(6);
  const response = await new Visitor(signIn).submit("/Login", { mobileNumber: email, loginPword: password });
  expect(response.headers.get("location")).toBe("/Login?step=email");
  expect(await sandbox.calls("emailValidCode")).toBe(7);
});

test("a code that the upstream did not send does not count for its e-mail", async () => {
  await sandbox.fail("emailValidCode", { kind: "error", code: 10099 }, { times: 8 });
  for (let n = 0; n < 8; n += 1) await atCode();
  await atCode();
  expect(await sandbox.calls("emailValidCode")).toBe(9);
});

const PRODUCT = "/PowerProductDetail/1001?buyAmount=3";
const TO_PRODUCT = new URLSearchParams({ redirectTo: PRODUCT }).toString();

test("the return target survives the legal texts, a rejected form, the code and its sheet", async () => {
  const visitor = visit();
  const page = `/Register?${TO_PRODUCT}`;
  const location = (response: Response) => response.headers.get("location");
  const terms = location(await visitor.submit(page, { ...GOOD, intent: "agreement" })) ?? "";
  expect(terms).toBe(`/Register?step=agreement&${TO_PRODUCT}`);
  expect(await visitor.read(terms)).toMatchObject({ formTo: page });
  expect(location(await visitor.submit(terms, { intent: "back" }))).toBe(page);
  expect((await visitor.submit(page, { ...GOOD, pwd: "short" })).status).toBe(422);
  const code = location(await visitor.submit(page, GOOD)) ?? "";
  expect(code).toBe(`/Register?step=code&${TO_PRODUCT}`);
  expect(await visitor.read(code)).toMatchObject({ formTo: page, signInTo: `/Login?${TO_PRODUCT}` });
  const emailCode = await sandbox.code(GOOD.email, "email");
  const done = await visitor.submit(code, { intent: "confirm", emailCode });
  expect([done.status, location(done)]).toEqual([303, PRODUCT]);
  expect(location(await visitor.open(page))).toBe(PRODUCT);
});

test("an e-mail registered in the meantime (10023 on confirming) gets its message", async () => {
  const at = await atCode();
  await sandbox.fail("reg_email_confirm", { kind: "error", code: 10023 });
  const refusal = await refusalOf(await at.visitor.submit(at.url, { intent: "confirm", emailCode: "123456" }));
  expect(refusal).toMatchObject({ status: 422, errors: { "": ["errors.emailRegistered"] } });
});
