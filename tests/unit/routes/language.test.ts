import { expect, test, vi } from "vitest";
import * as anyAddress from "~/routes/$/route";
import { getText } from "~server/texts/text";
import * as route from "~/routes/Language/route";
import { FORM_TOKEN_AGE_MS, publicFormToken } from "~server/session/csrf";
import { LOCALE_AGE_MS, readLocale, type Locale } from "~server/i18n/locale";
import { browserAt, site } from "../../support/documents";
import { linksOf, sourceOf, textOf, textsOf, titleOf } from "../../support/html";
import { CookieJar, formRequest, pageRequest } from "../../support/requests";
import { refusalOf, Visitor } from "../../support/visitor";
import { formTokenFor } from "../../support/route-args";

const token = () => publicFormToken("locale");
const visit = (locale?: Locale) => new Visitor(route, locale);

test.each([
  ["en_US", "el_GR"],
  ["el_GR", "en_US"],
] as const)(
  "the switch from %s to %s stores the choice for a year and returns to the same page with 303",
  async (from, to) => {
    const visitor = visit(from);
    const response = await visitor.post("/Language", { csrf: token(), locale: to, redirectTo: "/Index/Power?page=2" });
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/Index/Power?page=2");
    expect(response.headers.get("x-remix-reload-document")).toBe("true");
    const [cookie] = response.headers.getSetCookie();
    expect(cookie).toContain(`ulan=${to}; Path=/; Max-Age=${LOCALE_AGE_MS / 1000}`);
    expect(await readLocale(pageRequest("/", { cookies: visitor.cookies }))).toBe(to);
  },
);

test.each([
  "https://evil.example/",
  "//evil.example/",
  "/\\evil.example/",
  "/%5cevil.example",
  "javascript:alert(1)",
  "\n//evil.example",
  "Login",
  "",
])("the switch never redirects to another site: %j", async (redirectTo) => {
  const response = await visit().post("/Language", { csrf: token(), locale: "en_US", redirectTo });
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe("/Index/Home");
});

test("the switch without a page to return to leads to Home", async () => {
  const response = await visit().post("/Language", { csrf: token(), locale: "en_US" });
  expect(response.headers.get("location")).toBe("/Index/Home");
});

test.each(["fr_FR", "el-GR", "", "en_US; HttpOnly", undefined])(
  "an unknown language is refused and changes nothing: %s",
  async (locale) => {
    const response = await visit("el_GR").post("/Language", { csrf: token(), locale, redirectTo: "/Login" });
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await refusalOf(response)).toMatchObject({ status: 422 });
  },
);

test.each([
  ["nothing stored", undefined],
  ["garbage", "xx"],
  ["a language tag", "en-US"],
  ["another case", "EN_us"],
  ["markup", "<script>"],
  ["a very long value", "e".repeat(5000)],
])("the stored language defaults to el_GR: %s", async (_, stored) => {
  const headers = { "Accept-Language": "en-US,en;q=0.9" };
  const cookies = stored === undefined ? undefined : `ulan=${stored}`;
  expect(await readLocale(pageRequest("/", { headers, ...(cookies ? { cookies } : {}) }))).toBe("el_GR");
});

test("a switch from another site is refused", async () => {
  const response = await visit().post(
    "/Language",
    { csrf: token(), locale: "en_US" },
    { headers: { "Sec-Fetch-Site": "cross-site" } },
  );
  expect(await refusalOf(response)).toMatchObject({ status: 403, errors: { "": ["errors.forged"] } });
});

test("with a token of another form nothing is switched", async () => {
  const csrf = await formTokenFor(pageRequest("/Login"), "login");
  const response = await visit().post("/Language", { csrf, locale: "en_US" });
  expect(await refusalOf(response)).toMatchObject({ status: 403 });
});

const handler = site({ "*": anyAddress, Language: route });

test("a refused switch says that nothing was done, and has links", async () => {
  const browser = browserAt(handler, "en_US");
  const page = await browser.open("/NoSuchPage");
  const { status, html } = await browser.submit("/Language", { locale: "fr_FR", redirectTo: "/Login" }, page);
  expect(status).toBe(422);
  expect(textOf(html)).toContain("Nothing was done");
  expect(linksOf(html).map(({ href }) => href)).toContain("/Index/Home");
  expect(browser.jar.get("ulan")).toBe("en_US");
});

test("the switch of a page that was opened long ago still works: its form never expires", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const browser = browserAt(handler, "en_US");
  const page = await browser.open("/NoSuchPage");
  vi.setSystemTime(Date.now() + FORM_TOKEN_AGE_MS + 7 * 24 * 60 * 60_000);
  const switched = await browser.submit("/Language", { locale: "el_GR", redirectTo: "/NoSuchPage" }, page);
  expect(switched.status).toBe(303);
  expect(browser.jar.get("ulan")).toBe("el_GR");
});

test("one address may switch 300 times a minute; after that the page says when the limit ends", async () => {
  const browser = browserAt(handler, "en_US");
  const page = await browser.open("/NoSuchPage");
  const switchTo = (locale: Locale) => browser.submit("/Language", { locale, redirectTo: "/NoSuchPage" }, page);
  for (let n = 0; n < 300; n += 1) expect((await switchTo("en_US")).status).toBe(303);
  const { status, headers, html } = await switchTo("el_GR");
  expect(status).toBe(429);
  const seconds = headers.get("retry-after") ?? "";
  expect(textOf(html)).toContain(`You've reached a limit: too many attempts. Try again in ${seconds} seconds`);
  expect(textOf(html)).not.toContain("came from our own site");
  expect(browser.jar.get("ulan")).toBe("en_US");
});

test.each([
  { locale: "en_US", name: "Language", home: "Back to Home" },
  { locale: "el_GR", name: "語言", home: "回到首頁" },
] as const)(
  "the address of the switch has a page with a title, a heading and ways on: $locale",
  async ({ locale, name, home }) => {
    const { status, html } = await browserAt(handler, locale).open("/Language");
    expect(status).toBe(404);
    expect(titleOf(html)).toBe(`${name} – ${getText(locale)("common.siteTitle")}`);
    expect(textsOf(html, "h1")).toEqual([name]);
    expect(linksOf(sourceOf(html, "main"))).toContainEqual({ href: "/Index/Home", text: home });
    expect(html).toContain('action="/Language"');
  },
);

test.each([
  ["a query that no redirect may carry", "/Index/Power?q=%5C", "/Index/Power"],
  ["a very long query", `/Index/Power?q=${"x".repeat(3_000)}`, "/Index/Power"],
  ["an invitation code", "/Register?inviteCode=DEMO2026", "/Register?inviteCode=DEMO2026"],
])("the switch preserves the address as far as it can: %s", async (_, redirectTo, location) => {
  const response = await visit().post("/Language", { csrf: token(), locale: "en_US", redirectTo });
  expect([response.status, response.headers.get("location")]).toEqual([303, location]);
});

test.each([
  ["en_US", "/NoSuchPage"],
  ["el_GR", "https://evil.example/"],
] as const)("a browser that stores no cookies is told so by the switch: to %s", async (locale, redirectTo) => {
  const switched = await handler(formRequest("/Language", { csrf: token(), locale, redirectTo }));
  const to = switched.headers.get("location") ?? "";
  const back = redirectTo === "/NoSuchPage" ? redirectTo : "/Index/Home";
  expect([switched.status, to]).toEqual([303, `/Language?redirectTo=${encodeURIComponent(back)}`]);
  const blocked = await handler(pageRequest(to));
  const html = await blocked.text();
  expect(blocked.status).toBe(403);
  // Nothing tells its language.
  expect(textsOf(html, "h1, [role=alert]")).toEqual(["需要 Cookie", getText("el_GR")("errors.cookiesNeeded")]);
  expect(linksOf(sourceOf(html, "main"))).toContainEqual({ href: back, text: "返回" });

  const allowed = await handler(pageRequest(to, { cookies: new CookieJar().take(switched.headers) }));
  expect([allowed.status, allowed.headers.get("location")]).toEqual([303, back]);
});
