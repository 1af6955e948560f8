import { expect, test, vi } from "vitest";
import { areAmountsHidden } from "~server/account/assets-view";
import { plansIn } from "~server/catalogue/chosen-plans";
import { readScriptsChoice } from "~server/documents/scripts-choice";
import { hasStyles } from "~server/documents/styles-cookie";
import { noticeReadCookie, readNotices } from "~server/notices/read-notices";
import { SESSION_AGE_MS } from "~server/session/headers";
import { cookieValues, setCookie } from "~server/session/cookies";
import { open, seal } from "~server/crypto/keys";
import { LOCALE_AGE_MS, localeCookie, readLocale } from "~server/i18n/locale";
import { clearSessionCookie, readSession, sessionCookie } from "~server/session/session";
import { CookieJar, pageRequest } from "../../support/requests";
import { setEnv } from "../../support/environment";

const SECRET = "a-secret-for-tests-of-at-least-32-characters";
const OTHER = "another-secret-that-is-also-32-characters-long";
const TOKEN = "upstream-token-canary-0123456789";

const requestWith = (cookies: CookieJar | string) => pageRequest("/UserCenter", { cookies });

test("the session cookie is encrypted, HttpOnly, SameSite=Lax, for the whole site", async () => {
  const cookie = await sessionCookie({ token: TOKEN, account: "demo@example.com" });
  const [pair = "", ...attributes] = cookie.split("; ");
  expect(pair).toMatch(/^utoken=[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(attributes).toEqual(["Path=/", `Max-Age=${SESSION_AGE_MS / 1000}`, "HttpOnly", "SameSite=Lax"]);
  const header = JSON.parse(Buffer.from(pair.slice("utoken=".length).split(".")[0] ?? "", "base64url").toString());
  expect(header).toEqual({ alg: "dir", enc: "A256GCM" });
  for (const part of cookie.split(/[.=;]/)) {
    expect(Buffer.from(part, "base64url").toString("latin1")).not.toContain(TOKEN);
  }
});

test("on https the session cookie is Secure and named __Host-utoken; the plain name is ignored", async () => {
  setEnv({ PUBLIC_ORIGIN: "https://shop.example" });
  const cookie = await sessionCookie({ token: TOKEN });
  expect(cookie).toMatch(/^__Host-utoken=/);
  expect(cookie).toContain("; Secure;");
  expect(cookie).not.toContain("Domain");
  expect(clearSessionCookie()).toMatch(/^__Host-utoken=; Path=\/; Max-Age=0;.*; Secure/);
  const value = cookie.slice("__Host-utoken=".length, cookie.indexOf(";"));
  expect(await readSession(requestWith(`__Host-utoken=${value}`))).toMatchObject({ token: TOKEN });
  expect(await readSession(requestWith(`utoken=${value}`))).toBeNull();
});

test("a session can be read, with an id that is stable per token but is not the token", async () => {
  const read = async (token: string) =>
    readSession(requestWith(new CookieJar().take(await sessionCookie({ token, account: "a@example.com" }))));
  const [first, again, other] = [await read(TOKEN), await read(TOKEN), await read("another-token")];
  expect(first).toEqual({
    token: TOKEN,
    account: "a@example.com",
    id: expect.stringMatching(/^[\w-]{22}$/),
    signInId: expect.stringMatching(/^[\w-]{22}$/),
  });
  expect(again?.id).toBe(first?.id);
  expect(other?.id).not.toBe(first?.id);
  expect(first?.id).not.toContain(TOKEN.slice(0, 8));
});

test("with SESSION_SECRET=new,old, cookies of the old secret can be read, and new ones use the new secret", async () => {
  const old = new CookieJar().take(await sessionCookie({ token: TOKEN }));
  setEnv({ SESSION_SECRET: `${OTHER},${SECRET}` });
  expect(await readSession(requestWith(old))).toMatchObject({ token: TOKEN });
  const renewed = new CookieJar().take(await sessionCookie({ token: TOKEN }));
  setEnv({ SESSION_SECRET: OTHER });
  expect(await readSession(requestWith(renewed))).toMatchObject({ token: TOKEN });
  expect(await readSession(requestWith(old))).toBeNull();
});

test("a cookie with any changed character is not a session", async () => {
  const value = new CookieJar().take(await sessionCookie({ token: TOKEN })).get("utoken") ?? "";
  for (let at = 0; at < value.length; at += 5) {
    const changed = value.slice(0, at) + (value[at] === "A" ? "B" : "A") + value.slice(at + 1);
    expect(await readSession(requestWith(`utoken=${changed}`)), `changed at ${at}`).toBeNull();
  }
});

test.each([
  ["empty", "utoken="],
  ["not a JWE", "utoken=abc"],
  ["dots", "utoken=....."],
  ["unencrypted claims", `utoken=${Buffer.from('{"alg":"none"}').toString("base64url")}.e30.`],
  ["no name=value pair", "utoken"],
  ["only separators", ";;;=;=;"],
  ["invalid percent-encoding", "utoken=%E0%A4%A"],
  ["quoted", 'utoken="a.b.c"'],
  ["longer than a cookie may be", `utoken=${"a".repeat(5000)}`],
  ["a header of 40 kB", `x=${"a".repeat(40_000)}; utoken=a`],
  ["a name on Object.prototype", "__proto__=1; constructor=2"],
])("a garbage cookie reads as nothing and never throws: %s", async (_, cookie) => {
  expect(await readSession(requestWith(cookie))).toBeNull();
  expect(await readLocale(requestWith(cookie))).toBe("el_GR");
});

test("among several cookies with one name the genuine one counts", async () => {
  const genuine = new CookieJar().take(await sessionCookie({ token: TOKEN })).toString();
  expect(await readSession(requestWith(`utoken=planted; ${genuine}`))).toMatchObject({ token: TOKEN });
  expect(cookieValues(requestWith("a=1; a=2; a=3; a=4; a=5; a=6"), "a")).toEqual(["1", "2", "3", "4"]);
});

const LAST_PLANS = ["7"];
const WORDS: [name: string, own: string, read: (request: Request) => unknown, meant: unknown][] = [
  ["ulan", "en_US", readLocale, "en_US"],
  ["scripts", "off", ({ headers }) => readScriptsChoice(headers.get("cookie")), "off"],
  ["styles", "v1", ({ headers }) => hasStyles(headers.get("cookie"), { version: "v1" }), true],
  ["assets", "amounts", areAmountsHidden, true],
  ["saved", "7", (request) => plansIn(request, "saved"), LAST_PLANS],
  ["compare", "7", (request) => plansIn(request, "compare"), LAST_PLANS],
  ["read", noticeReadCookie(null, "9").split(/[=;]/)[1] ?? "", (request) => readNotices(request)("9"), true],
];

test.each(WORDS)("a %s cookie set by another host of the domain does not hide ours", async (name, own, read, meant) => {
  for (const foreign of ["%", "%7B%22a%22%3A1%7D", '"x"', "zh-CN,en", "a b", "x".repeat(5_000)]) {
    expect(await read(requestWith(`${name}=${foreign}; ${name}=${own}`)), foreign).toEqual(meant);
    expect(await read(requestWith(`${name}=${own}; ${name}=${foreign}`)), foreign).toEqual(meant);
  }
});

test("the last language cookie wins, since browsers send the newest last", async () => {
  expect(await readLocale(requestWith("ulan=el_GR; ulan=en_US"))).toBe("en_US");
  expect(await readLocale(requestWith("ulan=en_US; ulan=el_GR"))).toBe("el_GR");
});

test("a session expires even if the browser still has the cookie", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const cookies = new CookieJar().take(await sessionCookie({ token: TOKEN }));
  vi.setSystemTime(Date.now() + SESSION_AGE_MS - 60_000);
  expect(await readSession(requestWith(cookies))).not.toBeNull();
  vi.setSystemTime(Date.now() + 120_000);
  expect(await readSession(requestWith(cookies))).toBeNull();
});

test("a value encrypted for one purpose cannot be decrypted for another", async () => {
  const sealed = await seal("flow", { token: TOKEN }, 60_000);
  expect(await open("flow", sealed)).toEqual({ token: TOKEN });
  expect(await open("session", sealed)).toBeNull();
  expect(await readSession(requestWith(`utoken=${sealed}`))).toBeNull();
});

test("a token too long for a cookie is an error without the token, since browsers would drop the cookie", async () => {
  const error = await sessionCookie({ token: TOKEN.repeat(150) }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(RangeError);
  expect(String(error)).not.toContain(TOKEN);
});

test("a cookie's value cannot inject a header or another cookie", () => {
  for (const value of ["a\r\nSet-Cookie: b=c", "a; Domain=evil.example", "a b", "ä"]) {
    expect(() => setCookie("ulan", value, 1000)).toThrow(RangeError);
  }
});

test("ulan is plain text for a year, el_GR or en_US; otherwise el_GR, whatever Accept-Language says", async () => {
  expect(localeCookie("en_US")).toBe(`ulan=en_US; Path=/; Max-Age=${LOCALE_AGE_MS / 1000}; HttpOnly; SameSite=Lax`);
  expect(await readLocale(requestWith("ulan=en_US"))).toBe("en_US");
  expect(await readLocale(requestWith("ulan=el_GR"))).toBe("el_GR");
  expect(await readLocale(requestWith("ulan=en-US"))).toBe("el_GR");
  expect(await readLocale(requestWith("ulan=EN_us"))).toBe("el_GR");
  expect(await readLocale(pageRequest("/", { headers: { "Accept-Language": "en-US" } }))).toBe("el_GR");
});

test("a Cookie header is read pair by pair, whatever else it contains", () => {
  for (const [header, values] of [
    ["ulan=en_US", ["en_US"]],
    ["a; ulan=en_US", ["en_US"]],
    ["ulan; a=b", []],
    ["a=ulan; xulan=1; ulanx=2", []],
    [" ulan = en_US ;;ulan=el_GR; ulan=", ["en_US", "el_GR"]],
    ["a=b;ulan=x=y", ["x=y"]],
    ["=ulan; ulan", []],
    [";", []],
    ["", []],
  ] as const) {
    expect(cookieValues(requestWith(header), "ulan"), header).toEqual(values);
  }
});
