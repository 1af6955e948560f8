import { beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { readMessage } from "~/i18n/text";
import { getText } from "~server/texts/text";
import { formAction, formError, type FormResult } from "~server/forms/form";
import type { FormOptions, SessionMode } from "~server/forms/form-options";
import { FORM_DEADLINE_MS, FORM_READ_MAX_BYTES } from "~server/forms/constants";
import { VALUE_MAX_LENGTH } from "~server/forms/body";
import { FORM_MAX_BYTES } from "~server/forms/files";
import { BodyRejected } from "@storefront/http-server/body-limit";
import { readFlash } from "~server/session/flash";
import { flowCookie, readDraft } from "~server/session/flow-session";
import { FORM_TOKEN_AGE_MS, publicFormToken } from "~server/session/csrf";
import { seeOther } from "~server/session/redirects";
import { readSession, sessionCookie } from "~server/session/session";
import { SessionExpired, UpstreamRejected, UpstreamUnavailable } from "~server/upstream/client";
import { message } from "~server/i18n/message";
import { CookieJar, formRequest, pageRequest } from "../../support/requests";
import { formTokenFor, readFlow, routeArgs } from "../../support/route-args";

const enquiry = z.object({
  name: z.string({ required_error: "errors.accountRequired" }),
  email: z.string({ required_error: "errors.emailRequired" }).email("errors.emailInvalid"),
  loginPword: z.string({ required_error: "errors.passwordRequired" }),
  kind: z.enum(["one", "two"]).optional(),
});

const GOOD = { name: "王小明", email: "a@example.com", loginPword: "password-canary" };

type Schema = typeof enquiry;
type Options<Mode extends SessionMode> = Partial<FormOptions<Schema, Mode>>;

const handle = vi.fn<FormOptions<Schema, SessionMode>["handle"]>();

beforeEach(() => {
  handle.mockReset();
  handle.mockImplementation(async () => seeOther("/Index/Home"));
});

/** A form; each post uses the token of a newly opened page, unless it has its own `csrf`. */
function form<Mode extends SessionMode = "none">(options: Options<Mode> = {}) {
  const draftFields = { name: 60, email: 254 };
  const action = formAction<Schema, Mode>({
    purpose: "enquiry",
    schema: () => enquiry,
    draftFields,
    handle,
    ...options,
  });
  return async function post(
    fields: Record<string, string | string[] | undefined> = GOOD,
    { cookies = "", headers = {}, address = "198.51.100.7", url = "/LeavingMessage?from=Home" }: Visit = {},
  ) {
    const csrf = await formTokenFor(pageRequest(url, { cookies }), options.purpose ?? "enquiry");
    const request = formRequest(url, { csrf, ...fields }, { cookies, headers });
    return action(routeArgs(request, { clientAddress: address }));
  };
}

interface Visit {
  cookies?: CookieJar | string;
  headers?: Record<string, string>;
  address?: string;
  url?: string;
}

async function resultOf(response: Response) {
  const { lastResult, ...extra } = (await response.json()) as FormResult;
  return { status: response.status, errors: lastResult.error, values: lastResult.initialValue, extra };
}

const signedIn = async (token = "upstream-token-canary") =>
  new CookieJar().take(await sessionCookie({ token, account: "a@example.com" }));

test("an accepted form is handled with its value, intent and the visitor's language, and returns 303", async () => {
  const response = await form()({ ...GOOD, intent: "send" }, { cookies: "ulan=en_US" });
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe("/Index/Home");
  expect(handle).toHaveBeenCalledOnce();
  expect(handle.mock.calls[0]?.[0]).toMatchObject({
    value: GOOD,
    intent: "send",
    upstreamContext: { locale: "en_US" },
    session: null,
    params: {},
  });
});

test("all calls of an accepted form share one deadline, which starts when the form is handled", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  vi.advanceTimersByTime(7_000);
  await form()();
  expect(handle.mock.calls[0]?.[0].upstreamContext.deadlineAtMs).toBe(7_000 + FORM_DEADLINE_MS);
});

test("unknown fields are ignored, whatever their names", async () => {
  await form()({ ...GOOD, extra: "1", "a[999999999]": "x", "__proto__.admin": "1", constructor: "x", "a.b": "c" });
  expect(handle.mock.calls[0]?.[0].value).toEqual(GOOD);
});

test("a rejected value returns 422 with the field's message key, and the values without the password", async () => {
  const response = await form()({ ...GOOD, email: "not-an-address", kind: "one" });
  expect(await resultOf(response)).toEqual({
    status: 422,
    errors: { email: ["errors.emailInvalid"] },
    values: { name: GOOD.name, email: "not-an-address", kind: "one" },
    extra: {},
  });
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(handle).not.toHaveBeenCalled();
});

test("blank and missing fields have their own messages", async () => {
  const { errors } = await resultOf(await form()({ name: "", loginPword: undefined }));
  expect(errors).toEqual({
    name: ["errors.accountRequired"],
    email: ["errors.emailRequired"],
    loginPword: ["errors.passwordRequired"],
  });
});

test("zod's own messages, which may repeat input, never reach the page", async () => {
  const response = await form()({ ...GOOD, kind: "<script>canary" });
  const { errors } = await resultOf(response);
  expect(errors).toEqual({ kind: ["errors.invalid"] });
});

test("no rejection repeats passwords, codes, proofs or the form's secrets", async () => {
  const fields = {
    ...GOOD,
    ...Object.fromEntries(
      [
        ...["loginPword", "loginPwd", "pwd", "confirmPwd", "googleCode", "smsCode", "emailCode", "securityInfo", "sig"],
        ...["csessionid", "token", "scene", "geetest_challenge", "geetest_validate", "geetest_seccode", "own"],
      ].map((name) => [name, `${name}-canary`]),
    ),
  };
  const post = form({ secrets: ["own"] });
  const responses = [await post({ ...fields, email: "x" })];
  for (const error of [new UpstreamRejected("99", "busy"), new UpstreamUnavailable("lost", true)]) {
    handle.mockRejectedValueOnce(error);
    responses.push(await post(fields));
  }
  handle.mockResolvedValueOnce(formError({ loginPword: "errors.passwordRule" }));
  responses.push(await post(fields));
  for (const response of responses) {
    expect(response.status).toBeGreaterThanOrEqual(400);
    const text = await response.text();
    expect(text).toContain(GOOD.name);
    expect(text).not.toContain("canary");
  }
});

test("a field sent twice is rejected as invalid, and does not crash", async () => {
  const { status, errors } = await resultOf(await form()({ ...GOOD, name: ["a", "b"] }));
  expect(status).toBe(422);
  expect(errors).toEqual({ name: ["errors.invalid"] });
});

test.each([
  ["no token", { csrf: undefined }, {}],
  ["a made-up token", { csrf: "a.b.c.d" }, {}],
  ["another site's form", {}, { "Sec-Fetch-Site": "cross-site" }],
  ["a sandboxed frame", {}, { "Sec-Fetch-Site": "cross-site", Origin: "null" }],
])("a forged request returns 403 and is not handled: %s", async (_, fields, headers) => {
  const response = await form()({ ...GOOD, ...fields }, { headers });
  expect(await resultOf(response)).toEqual({ status: 403, errors: { "": ["errors.forged"] }, values: {}, extra: {} });
  expect(handle).not.toHaveBeenCalled();
});

test("an expired token returns 422 with the values preserved, and is not handled", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const csrf = await formTokenFor(pageRequest("/"), "enquiry");
  vi.setSystemTime(Date.now() + FORM_TOKEN_AGE_MS + 1000);
  expect(await resultOf(await form()({ ...GOOD, csrf }))).toEqual({
    status: 422,
    errors: { "": ["errors.formExpired"] },
    values: { name: GOOD.name, email: GOOD.email },
    extra: {},
  });
  expect(handle).not.toHaveBeenCalled();
});

test("a form that never expires works long after it was opened, but not for another visitor", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const cookies = await signedIn();
  const csrf = await formTokenFor(pageRequest("/"), "enquiry");
  const ofOther = await formTokenFor(pageRequest("/", { cookies: await signedIn("other-token") }), "enquiry");
  vi.setSystemTime(Date.now() + 30 * 24 * 60 * 60_000);
  expect((await form({ neverExpires: true })({ ...GOOD, csrf })).status).toBe(303);
  expect((await form({ neverExpires: true })({ ...GOOD, csrf: ofOther }, { cookies: await signedIn() })).status).toBe(
    403,
  );
  // Changes the signature's first character, because the last one has unused bits.
  const altered = csrf.replace(/[^.](?=[^.]*$)/, (first) => (first === "a" ? "b" : "a"));
  expect((await form({ neverExpires: true })({ ...GOOD, csrf: altered }, { cookies })).status).toBe(403);
});

test("an open form accepts the public token from everybody, any number of times", async () => {
  const csrf = publicFormToken("enquiry");
  const post = form({ open: true });
  expect((await post({ ...GOOD, csrf }, { cookies: await signedIn() })).status).toBe(303);
  expect((await post({ ...GOOD, csrf })).status).toBe(303);
  expect((await post({ ...GOOD, csrf })).status).toBe(303);
  expect(handle).toHaveBeenCalledTimes(3);
  expect((await form()({ ...GOOD, csrf })).status).toBe(403);
});

test.each([
  ["multipart for a form without files", 415, "multipart/form-data; boundary=x", "--x--"],
  ["JSON", 415, "application/json", "{}"],
  ["no type", 415, "", "name=a"],
  ["plain text", 415, "text/plain", "name=a"],
  ["broken UTF-8", 400, "application/x-www-form-urlencoded", new Uint8Array([0x61, 0x3d, 0xff])],
  ["300 fields", 400, "application/x-www-form-urlencoded", "a=1&".repeat(300)],
])("an unreadable body is a form error: %s", async (_, status, type, body) => {
  const request = new Request("http://127.0.0.1:3000/Login", {
    method: "POST",
    headers: { "Content-Type": type },
    body,
  });
  const action = formAction({ purpose: "enquiry", schema: () => enquiry, handle });
  const response = await resultOf(await action(routeArgs(request)));
  expect(response).toMatchObject({ status, errors: { "": ["errors.network"] } });
});

/** So long that the form cannot be preserved completely. */
const PASTED = FORM_MAX_BYTES * 20;

test("a text of a megabyte is returned cut, with its field's error and all other fields", async () => {
  const schema = z.object({ name: z.string(), message: z.string().max(1_000, "errors.invalid"), after: z.string() });
  const action = formAction({ purpose: "enquiry", schema: () => schema, handle: async () => seeOther("/") });
  const csrf = await formTokenFor(pageRequest("/LeavingMessage"), "enquiry");
  const fields = { name: "王小明", message: "中文&%?".repeat(PASTED / 5), after: "?kept", csrf };
  const response = await resultOf(await action(routeArgs(formRequest("/LeavingMessage", fields))));
  expect(response).toMatchObject({ status: 413, errors: { message: ["errors.invalid"] } });
  expect(response.values).toEqual({ name: "王小明", message: expect.any(String), after: "?kept" });
  const preserved = String(response.values?.["message"]);
  expect(preserved.length).toBeGreaterThan(1_000);
  expect(fields.message.startsWith(preserved)).toBe(true);
});

test("a form that lost any part is never handled, even if the rest is valid", async () => {
  const post = form();
  const response = await resultOf(await post({ ...GOOD, more: "a".repeat(PASTED) }));
  const { loginPword: _secret, ...shown } = GOOD;
  expect(response).toMatchObject({ status: 413, errors: { "": ["errors.tooLarge"] }, values: shown });
  const many = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`more${at}`, "b".repeat(PASTED)]));
  expect((await post({ ...GOOD, ...many })).status).toBe(413);
  expect(handle).not.toHaveBeenCalled();
});

test("a form of exactly 64 kB is handled", async () => {
  const csrf = await formTokenFor(pageRequest("/LeavingMessage"), "enquiry");
  const fields = new URLSearchParams({ ...GOOD, csrf });
  for (let at = 0; at < 7; at += 1) fields.set(`more${at}`, "a".repeat(VALUE_MAX_LENGTH));
  fields.set("more", "");
  fields.set("more", "a".repeat(FORM_MAX_BYTES - fields.toString().length));
  expect(fields.toString()).toHaveLength(FORM_MAX_BYTES);
  const action = formAction({ purpose: "enquiry", schema: () => enquiry, handle });
  const post = async () => action(routeArgs(formRequest("/LeavingMessage", Object.fromEntries(fields))));
  expect((await post()).status).toBe(303);
  fields.set("more", `${String(fields.get("more"))}a`);
  expect((await post()).status).toBe(413);
});

test("no field rule reads more than 8,192 characters, and a form with a longer text is not handled", async () => {
  const read: number[] = [];
  const schema = z.object({
    name: z.string().transform((typed) => {
      read.push(typed.length);
      return typed;
    }),
    other: z.string().optional(),
  });
  const run = vi.fn(async () => seeOther("/Index/Home"));
  const action = formAction({ purpose: "enquiry", schema: () => schema, handle: run });
  const csrf = await formTokenFor(pageRequest("/LeavingMessage"), "enquiry");
  const post = async (fields: Record<string, string>) =>
    resultOf(await action(routeArgs(formRequest("/LeavingMessage", { csrf, ...fields }))));
  for (const [fields, kept] of [
    [{ name: "a".repeat(VALUE_MAX_LENGTH + 1) }, { name: "a".repeat(VALUE_MAX_LENGTH) }],
    [{ name: `a${"😀".repeat(VALUE_MAX_LENGTH / 2)}` }, { name: `a${"😀".repeat(VALUE_MAX_LENGTH / 2 - 1)}` }],
    [
      { name: "a", other: "-".repeat(60_000) },
      { name: "a", other: "-".repeat(VALUE_MAX_LENGTH) },
    ],
  ] as const) {
    expect(await post(fields)).toMatchObject({ status: 413, errors: { "": ["errors.tooLarge"] }, values: kept });
  }
  expect(read).toEqual([VALUE_MAX_LENGTH, VALUE_MAX_LENGTH - 1, 1]);
  expect(run).not.toHaveBeenCalled();
  // A browser's `securityInfo` may have any length; if it is too long, the form is handled without it.
  const args = routeArgs(formRequest("/LeavingMessage", { csrf, name: "a", securityInfo: "x".repeat(20_000) }));
  expect((await action(args)).status).toBe(303);
});

test("a forged form is reported as forged, however large it is", async () => {
  const response = await resultOf(await form()({ ...GOOD, csrf: "made-up", more: "a".repeat(PASTED) }));
  expect(response).toMatchObject({ status: 403, errors: { "": ["errors.forged"] } });
});

test("a form with too large a Content-Length is rejected before reading it", async () => {
  const body = new ReadableStream({
    pull() {
      throw new Error("read");
    },
  });
  const request = new Request("http://127.0.0.1:3000/Login", {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": String(FORM_READ_MAX_BYTES + 1) },
    body,
    duplex: "half",
  });
  const action = formAction({ purpose: "enquiry", schema: () => enquiry, handle });
  const response = await resultOf(await action(routeArgs(request)));
  expect(response).toMatchObject({ status: 413, errors: { "": ["errors.tooLarge"] } });
});

test.each([
  [408, "errors.tooSlow"],
  [413, "errors.tooLarge"],
] as const)("a form abandoned by the server reports why (%i)", async (status, messageKey) => {
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new BodyRejected(status)),
  });
  const request = new Request("http://127.0.0.1:3000/Login", {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body,
    duplex: "half",
  });
  const action = formAction({ purpose: "enquiry", schema: () => enquiry, handle });
  const response = await resultOf(await action(routeArgs(request)));
  expect(response).toMatchObject({ status, errors: { "": [messageKey] } });
});

test("only POST runs an action", async () => {
  const action = formAction({ purpose: "enquiry", schema: () => enquiry, handle });
  const request = new Request("http://127.0.0.1:3000/Login", { method: "PUT", body: new URLSearchParams(GOOD) });
  const response = await action(routeArgs(request));
  expect(response.status).toBe(405);
  expect(response.headers.get("allow")).toBe("POST");
});

test("a typed account counts together with the address only, in any spelling", async () => {
  const post = form({ limit: { points: 2, perMs: 60_000, account: (fields) => fields.get("email") } });
  for (const email of ["a@example.com", "A@Example.com"])
    expect((await post({ ...GOOD, email }, { address: "198.51.100.1" })).status).toBe(303);
  expect((await post(GOOD, { address: "198.51.100.1" })).status).toBe(429);
  expect((await post({ ...GOOD, email: "b@example.com" }, { address: "198.51.100.1" })).status).toBe(303);
  for (let n = 2; n < 20; n += 1) expect((await post(GOOD, { address: `198.51.100.${n}` })).status).toBe(303);
});

test.each(["el_GR", "en_US"] as const)("a limit's message names the limit and when it ends: %s", (locale) => {
  const text = readMessage(getText(locale), message("errors.tooMany", { seconds: 48 }));
  expect(text).toContain(locale === "en_US" ? "You’ve reached a limit" : "上限");
  expect(text).toMatch(locale === "en_US" ? /again in 48 seconds/ : /48 秒後解除/);
});

test("a post without an account counts for none; the account may come from the flow session", async () => {
  const post = form({ limit: { points: 1, perMs: 60_000, account: (_, { login }) => login?.account } });
  for (let n = 0; n < 3; n += 1) expect((await post()).status).toBe(303);
  const login = { token: "t", secondStep: "sms", account: "a@example.com" } as const;
  const cookies = new CookieJar().take(await flowCookie({ id: "0123456789abcdef", login }));
  expect((await post(GOOD, { cookies })).status).toBe(303);
  expect((await post(GOOD, { cookies })).status).toBe(429);
});

test("forged posts do not count towards a limit", async () => {
  const post = form({ limit: { points: 1, perMs: 60_000, account: (fields) => fields.get("email") } });
  for (let n = 0; n < 3; n += 1) expect((await post({ ...GOOD, csrf: "x" })).status).toBe(403);
  expect((await post()).status).toBe(303);
  expect((await post()).status).toBe(429);
});

test.each([
  [new UpstreamRejected("10022"), "errors.code"],
  [new UpstreamRejected("10051"), "errors.idCardExists"],
  [new UpstreamRejected("99", "余額凍結"), '["errors.server",{"message":"余額凍結"}]'],
  [new UpstreamRejected("99"), "errors.network"],
])("a rejection by the upstream is a form error: %s → %s", async (error, message) => {
  handle.mockRejectedValue(error);
  expect(await resultOf(await form()())).toMatchObject({ status: 422, errors: { "": [message] } });
  expect((await form({ rejectedStatus: 401 })()).status).toBe(401);
});

test("without a usable upstream response the form returns an error with 503, or its own response", async () => {
  handle.mockRejectedValue(new UpstreamUnavailable("lost", true));
  expect(await resultOf(await form()())).toMatchObject({ status: 503, errors: { "": ["errors.network"] } });
  const unavailable = async (error: UpstreamUnavailable) => seeOther(error.sent ? "/MyOrder?unknown" : "/Index/Home");
  expect((await form({ unavailable })()).headers.get("location")).toBe("/MyOrder?unknown");
});

test("a handler may reject a field or the whole form, with values, cookies and further data", async () => {
  handle.mockResolvedValueOnce(
    formError({ email: "errors.emailRegistered", name: message("errors.quantityMax", { max: "5" }) }),
  );
  expect((await resultOf(await form()())).errors).toEqual({
    email: ["errors.emailRegistered"],
    name: ['["errors.quantityMax",{"max":"5"}]'],
  });
  handle.mockResolvedValueOnce(
    formError(message("errors.resendWait", { seconds: 12 }), { status: 429, cookies: ["a=1"], extra: { left: 12 } }),
  );
  const response = await form()();
  expect(response.headers.getSetCookie()).toEqual(["a=1"]);
  expect(await resultOf(response)).toMatchObject({
    status: 429,
    errors: { "": [message("errors.resendWait", { seconds: 12 })] },
    extra: { left: 12 },
  });
});

test("any other error leads to the error page", async () => {
  handle.mockRejectedValue(new TypeError("bug"));
  await expect(form()()).rejects.toThrow("bug");
  handle.mockRejectedValue(new Response("gone", { status: 404 }));
  await expect(form()()).rejects.toMatchObject({ status: 404 });
});

test("a redirect thrown by a handler is the response", async () => {
  handle.mockRejectedValue(seeOther("/MyOrder"));
  expect((await form()()).headers.get("location")).toBe("/MyOrder");
});

test("conform's validation requests are answered but never handled", async () => {
  const question = '{"type":"validate","payload":{"name":"email"}}';
  expect(await resultOf(await form()({ ...GOOD, __intent__: question }))).toMatchObject({
    status: 200,
    errors: undefined,
  });
  expect((await form()({ ...GOOD, email: "x", __intent__: "rubbish", __state__: "rubbish" })).status).toBe(422);
  expect(handle).not.toHaveBeenCalled();
  const csrf = await formTokenFor(pageRequest("/"), "enquiry");
  await form()({ ...GOOD, csrf, __intent__: question });
  expect((await form()({ ...GOOD, csrf })).status).toBe(303);
  expect(handle).toHaveBeenCalledOnce();
});

test("security information is sent to the upstream if it is a JSON object of at most 4 kB", async () => {
  const securityInfoOf = async (securityInfo: string) => {
    handle.mockClear();
    await form()({ ...GOOD, securityInfo });
    return handle.mock.calls[0]?.[0].upstreamContext.securityInfo;
  };
  expect(await securityInfoOf('{"timezone":"Asia/Taipei"}')).toBe('{"timezone":"Asia/Taipei"}');
  for (const wrong of ["", "{", "[]", "null", '"x"', `{"a":"${"x".repeat(5000)}"}`]) {
    expect(await securityInfoOf(wrong)).toBeUndefined();
  }
});

test("a form that requires a session gets it and calls with its token; other forms call without", async () => {
  const cookies = await signedIn();
  await form({ session: "required" })(GOOD, { cookies });
  expect(handle.mock.calls[0]?.[0]).toMatchObject({
    session: { token: "upstream-token-canary" },
    upstreamContext: { token: "upstream-token-canary" },
  });
  await form()(GOOD, { cookies });
  const deadlineAtMs = expect.any(Number) as number;
  expect(handle.mock.calls[1]?.[0].upstreamContext).toEqual({
    locale: "el_GR",
    address: "198.51.100.7",
    deadlineAtMs,
  });
});

test("a form that requires a session, posted without one, leads to the sign-in and keeps its draft", async () => {
  const cookies = new CookieJar();
  const response = await form({ session: "required" })({ ...GOOD, googleCode: "123456" }, { cookies });
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe("/Login?redirectTo=%2FLeavingMessage%3Ffrom%3DHome");
  cookies.take(response);
  const page = pageRequest("/Login", { cookies });
  expect((await readFlash(page)).flash?.key).toBe("errors.notLoggedIn");
  expect(readDraft(await readFlow(page), "enquiry", null)).toEqual({ name: GOOD.name, email: GOOD.email });
  expect(handle).not.toHaveBeenCalled();
});

test("a session cookie lost after opening the page leads to the sign-in too, with the draft", async () => {
  const csrf = await formTokenFor(pageRequest("/", { cookies: await signedIn() }), "enquiry");
  const response = await form({ session: "required" })({ ...GOOD, csrf });
  expect(response.headers.get("location")).toMatch(/^\/Login\?redirectTo=/);
  const cookies = new CookieJar().take(response);
  expect(readDraft(await readFlow(pageRequest("/", { cookies })), "enquiry", null)).toEqual({
    name: GOOD.name,
    email: GOOD.email,
  });
});

test("a session that expires during a form leads to / with the message; the draft is back after sign-in", async () => {
  const cookies = await signedIn();
  handle.mockRejectedValueOnce(new SessionExpired());
  const response = await form({ session: "required", secrets: ["own"] })(
    { ...GOOD, own: "own-canary", googleCode: "123456", intent: "send" },
    { cookies },
  );
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe("/");
  cookies.take(response);
  expect(await readSession(pageRequest("/", { cookies }))).toBeNull();
  expect((await readFlash(pageRequest("/", { cookies }))).flash?.key).toBe("errors.sessionExpired");

  cookies.take(await sessionCookie({ token: "second-token", account: "a@example.com" }));
  const page = pageRequest("/LeavingMessage", { cookies });
  expect(readDraft(await readFlow(page), "enquiry", await readSession(page))).toEqual({
    name: GOOD.name,
    email: GOOD.email,
  });

  const accepted = await form({ session: "required" })(GOOD, { cookies });
  expect(accepted.status).toBe(303);
  cookies.take(accepted);
  expect((await readFlow(pageRequest("/", { cookies }))).draft).toBeUndefined();
});

test("a handler's own flow cookie takes precedence over the form's", async () => {
  const register = { token: "registration-token", email: "b@example.com" };
  const cookies = new CookieJar().take(
    await flowCookie({ id: "0123456789abcdef", draft: { enquiry: { name: "old" }, other: { a: "1" } } }),
  );
  handle.mockImplementationOnce(async ({ flow }) => {
    expect(flow.draft).toEqual({ other: { a: "1" } });
    return seeOther("/Login", { cookies: [await flowCookie({ ...flow, register })] });
  });
  const response = await form()(GOOD, { cookies });
  expect(response.headers.getSetCookie()).toHaveLength(1);
  const flow = await readFlow(pageRequest("/", { cookies: cookies.take(response) }));
  expect(flow).toEqual({ id: "0123456789abcdef", register, draft: { other: { a: "1" } } });
});
