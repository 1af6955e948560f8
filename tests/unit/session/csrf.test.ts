import { expect, test, vi } from "vitest";
import { flowCookie, type FlowSession } from "~server/session/flow-session";
import {
  FORM_TOKEN_AGE_MS,
  checkOrigin,
  formToken,
  publicFormToken,
  readFormToken,
  sharedFormToken,
} from "~server/session/csrf";
import { sessionCookie } from "~server/session/session";
import { CookieJar, pageRequest } from "../../support/requests";
import { requestContextOn } from "../../support/route-args";
import { setEnv } from "../../support/environment";

const SECRET = process.env.SESSION_SECRET;

const session = async (token: string) => new CookieJar().take(await sessionCookie({ token }));
const flow = async (id: string) => new CookieJar().take(await flowCookie({ id }));
const by = (cookies: CookieJar | string = "") => requestContextOn(pageRequest("/UserCenter", { cookies }));
const checkFormToken = async (...asked: Parameters<typeof readFormToken>) => (await readFormToken(...asked)).state;

test("a token is valid for its visitor and its purpose", async () => {
  for (const cookies of ["", await flow("flow-id-0123456789"), await session("token-a")]) {
    expect(await checkFormToken(await by(cookies), "logout", await formToken(await by(cookies), "logout"))).toBe("ok");
  }
});

test("a token of another purpose is forged", async () => {
  const cookies = await session("token-a");
  expect(await checkFormToken(await by(cookies), "purchase", await formToken(await by(cookies), "logout"))).toBe(
    "forged",
  );
});

test("a token of another session is forged", async () => {
  const token = await formToken(await by(await session("token-b")), "purchase");
  expect(await checkFormToken(await by(await session("token-a")), "purchase", token)).toBe("forged");
});

test("a token from before the sign-in, or used after the sign-out, counts as expired", async () => {
  const signedIn = await session("token-a");
  expect(await checkFormToken(await by(signedIn), "purchase", await formToken(await by(), "purchase"))).toBe("expired");
  expect(await checkFormToken(await by(), "purchase", await formToken(await by(signedIn), "purchase"))).toBe("expired");
  const inFlow = await flow("flow-id-0123456789");
  const withAnyCookie = new CookieJar().set("ulan", "en_US");
  const ofFlow = await formToken(await by(inFlow), "login");
  expect(await checkFormToken(await by(withAnyCookie), "login", ofFlow)).toBe("expired");
  expect(await checkFormToken(await by(signedIn), "login", await formToken(await by(inFlow), "login"))).toBe("expired");
});

test("a token older than its lifetime is expired", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const token = await formToken(await by(), "login");
  vi.setSystemTime(Date.now() + FORM_TOKEN_AGE_MS - 60_000);
  expect(await checkFormToken(await by(), "login", token)).toBe("ok");
  vi.setSystemTime(Date.now() + 120_000);
  expect(await checkFormToken(await by(), "login", token)).toBe("expired");
});

test("a token with a changed expiry, nonce, binding or signature is forged", async () => {
  const parts = (await formToken(await by(), "login")).split(".");
  for (const index of parts.keys()) {
    const changed = parts.map((part, at) => (at === index ? (part.startsWith("a") ? "s" : "a") + part.slice(1) : part));
    expect(await checkFormToken(await by(), "login", changed.join("."))).toBe("forged");
  }
});

test.each([[null], [undefined], [""], ["x"], ["...."], ["a".repeat(10_000)], [new File([], "x")], [7]])(
  "a missing or invalid token is forged: %s",
  async (token) => {
    expect(await checkFormToken(await by(), "login", token)).toBe("forged");
  },
);

test("a token whose signature has another spelling is forged", async () => {
  const token = await formToken(await by(), "login");
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const genuine = [];
  // The last letter of a signature has unused bits.
  for (const letter of letters) {
    const spelt = token.slice(0, -1) + letter;
    if ((await checkFormToken(await by(), "login", spelt)) === "ok") genuine.push(spelt);
  }
  expect(genuine).toEqual([token]);
});

test("each token is unique and reveals nothing about the session", async () => {
  const cookies = await session("token-canary");
  const [one, two] = [await formToken(await by(cookies), "p"), await formToken(await by(cookies), "p")];
  expect(one).not.toBe(two);
  expect(one).not.toContain("canary");
  const first = await readFormToken(await by(cookies), "p", one);
  expect(first.once).not.toBeNull();
  expect(first.once).not.toBe((await readFormToken(await by(cookies), "p", two)).once);
});

test("a page that starts a flow session binds its form to it", async () => {
  const started: FlowSession = { id: "flow-id-0123456789" };
  const token = await formToken(await by(), "login", { flow: started });
  expect(await checkFormToken(await by(new CookieJar().take(await flowCookie(started))), "login", token)).toBe("ok");
});

test("a flow's token is cookieless if the browser stored no cookie", async () => {
  const token = await formToken(await by(), "login", { flow: { id: "flow-id-0123456789" } });
  expect(await checkFormToken(await by(), "login", token)).toBe("cookieless");
  expect(await checkFormToken(await by(), "logout", token)).toBe("forged");
});

test("a public token is shared, valid only for open forms, and reusable", async () => {
  const token = publicFormToken("locale");
  const signedIn = await session("token-a");
  expect(await readFormToken(await by(signedIn), "locale", token, { open: true })).toEqual({ state: "ok", once: null });
  expect(await readFormToken(await by(), "locale", token, { open: true })).toEqual({ state: "ok", once: null });
  expect(await readFormToken(await by(), "locale", token)).toEqual({ state: "forged", once: null });
  expect(await readFormToken(await by(), "logout", token, { open: true })).toEqual({ state: "forged", once: null });
});

test("a token of the old secret is valid while both are in use", async () => {
  const token = await formToken(await by(), "login");
  setEnv({ SESSION_SECRET: `another-secret-that-is-also-32-characters-long,${SECRET}` });
  expect(await checkFormToken(await by(), "login", token)).toBe("ok");
  setEnv({ SESSION_SECRET: "another-secret-that-is-also-32-characters-long" });
  expect(await checkFormToken(await by(), "login", token)).toBe("forged");
});

test.each([
  [true, {}],
  [true, { "Sec-Fetch-Site": "same-origin" }],
  [true, { "Sec-Fetch-Site": "none" }],
  [false, { "Sec-Fetch-Site": "same-site" }],
  [false, { "Sec-Fetch-Site": "cross-site" }],
  [false, { "Sec-Fetch-Site": "" }],
  [false, { "Sec-Fetch-Site": "cross-site", Origin: "http://127.0.0.1:3000" }],
  [true, { Origin: "http://127.0.0.1:3000" }],
  [false, { Origin: "null" }],
  [false, { Origin: "" }],
  [false, { Origin: "http://127.0.0.1:3001" }],
  [false, { Origin: "https://127.0.0.1:3000" }],
  [false, { Origin: "http://127.0.0.1:3000.evil.example" }],
  [false, { Origin: "http://evil.example", "X-Forwarded-Host": "evil.example" }],
] as const)("same-origin post: %s for %o", (expected, headers) => {
  expect(checkOrigin(pageRequest("/Login", { headers: { ...headers } }))).toBe(expected);
});

const posting = (headers: Record<string, string>, cookies: CookieJar | string = "") =>
  requestContextOn(pageRequest("/", { cookies, headers }));

test("a public token that needs proof is valid only if the browser reports a same-origin post", async () => {
  const token = publicFormToken("quantity");
  const open = "with proof";
  const origin = process.env.PUBLIC_ORIGIN ?? "";
  for (const headers of [{ "Sec-Fetch-Site": "same-origin" }, { "Sec-Fetch-Site": "none" }, { Origin: origin }]) {
    const requestContext = await posting(headers);
    expect(await readFormToken(requestContext, "quantity", token, { open })).toEqual({ state: "ok", once: null });
    expect(await sharedFormToken(requestContext, "quantity")).toBe(token);
  }
  for (const headers of [{}, { "Sec-Fetch-Site": "cross-site", Origin: origin }, { Origin: "https://evil.example" }]) {
    const requestContext = await posting(headers);
    expect(await readFormToken(requestContext, "quantity", token, { open })).toEqual({ state: "expired", once: null });
    // The returned form has the visitor's own token, which is valid.
    const own = await sharedFormToken(requestContext, "quantity");
    expect(own).not.toBe(token);
    expect(await checkFormToken(await posting({}), "quantity", own, { open })).toBe("ok");
  }
});

test("visitors with a session or flow session get their own token, all others a shared one", async () => {
  const shared = publicFormToken("quantity");
  expect(await sharedFormToken(await by(), "quantity")).toBe(shared);
  for (const cookies of [await session("token-a"), await flow("flow-id-0123456789")]) {
    const own = await sharedFormToken(await by(cookies), "quantity");
    expect(own).not.toBe(shared);
    expect(await checkFormToken(await by(cookies), "quantity", own)).toBe("ok");
  }
});

test("a public token stays the same for hours, and is always valid as long as any other token", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-22T00:00:01Z") });
  const first = publicFormToken("locale");
  const later = async (ms: number) => {
    vi.setSystemTime(Date.now() + ms);
    return checkFormToken(await by(), "locale", first, { open: true });
  };
  expect(await later(5.9 * 3_600_000)).toBe("ok");
  expect(publicFormToken("locale")).toBe(first);
  expect(await later(0.2 * 3_600_000)).toBe("ok");
  expect(publicFormToken("locale")).not.toBe(first);
  expect(await later(FORM_TOKEN_AGE_MS - 0.2 * 3_600_000)).toBe("ok");
  expect(await later(0.2 * 3_600_000)).toBe("expired");
});
