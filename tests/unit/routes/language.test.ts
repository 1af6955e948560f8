import { expect, test, vi } from "vitest";
import { getText } from "~server/texts/text";
import * as route from "~/routes/Language/route";
import { FORM_TOKEN_AGE_MS, publicFormToken } from "~server/session/csrf";
import { LOCALE_AGE_MS, readLocale, type Locale } from "~server/i18n/locale";
import { browserAt } from "../../support/documents";
import { linksOf, sourceOf, textOf, textsOf, titleOf } from "../../support/html";
import { pages } from "../../support/pages";
import { CookieJar, formRequest, pageRequest } from "../../support/requests";
import { refusalOf, Visitor } from "../../support/visitor";

const token = () => publicFormToken("locale");
const visit = (locale?: Locale) => new Visitor(route, locale);

test.each([
  ["en_US", "el_GR"],
  ["el_GR", "en_US"],
] as const)(
  "switching from %s to %s stores the choice for a year and returns to the page with 303",
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

test.each(["//evil.example/", "javascript:alert(1)", ""])(
  "the switch never redirects to another site: %j",
  async (redirectTo) => {
    const response = await visit().post("/Language", { csrf: token(), locale: "en_US", redirectTo });
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/Index/Home");
  },
);

test.each(["fr_FR", undefined])("an unknown language is rejected and changes nothing: %s", async (locale) => {
  const response = await visit("el_GR").post("/Language", { csrf: token(), locale, redirectTo: "/Login" });
  expect(response.headers.getSetCookie()).toEqual([]);
  expect(await refusalOf(response)).toMatchObject({ status: 422 });
});

test("a rejected switch says that nothing was done, and has links", async () => {
  const browser = browserAt(pages, "en_US");
  const page = await browser.open("/NoSuchPage");
  const { status, html } = await browser.submit("/Language", { locale: "fr_FR", redirectTo: "/Login" }, page);
  expect(status).toBe(422);
  expect(textOf(html)).toContain("Nothing was done");
  expect(linksOf(html).map(({ href }) => href)).toContain("/Index/Home");
  expect(browser.jar.get("ulan")).toBe("en_US");
});

test("the switch works on a page opened long ago, since its form never expires", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const browser = browserAt(pages, "en_US");
  const page = await browser.open("/NoSuchPage");
  vi.setSystemTime(Date.now() + FORM_TOKEN_AGE_MS + 7 * 24 * 60 * 60_000);
  const switched = await browser.submit("/Language", { locale: "el_GR", redirectTo: "/NoSuchPage" }, page);
  expect(switched.status).toBe(303);
  expect(browser.jar.get("ulan")).toBe("el_GR");
});

test("the switch's URL has a page with a title, a heading and links", async () => {
  const { status, html } = await browserAt(pages, "en_US").open("/Language");
  expect(status).toBe(404);
  expect(titleOf(html)).toBe(`Language – ${getText("en_US")("common.siteTitle")}`);
  expect(textsOf(html, "h1")).toEqual(["Language"]);
  expect(linksOf(sourceOf(html, "main"))).toContainEqual({ href: "/Index/Home", text: "Back to Home" });
  expect(html).toContain('action="/Language"');
});

test.each([
  ["a query that no redirect may contain", "/Index/Power?q=%5C", "/Index/Power"],
  ["a very long query", `/Index/Power?q=${"x".repeat(3_000)}`, "/Index/Power"],
  ["an invitation code", "/Register?inviteCode=DEMO2026", "/Register?inviteCode=DEMO2026"],
])("the switch keeps the page's URL if possible: %s", async (_, redirectTo, location) => {
  const response = await visit().post("/Language", { csrf: token(), locale: "en_US", redirectTo });
  expect([response.status, response.headers.get("location")]).toEqual([303, location]);
});

test.each([
  ["en_US", "/NoSuchPage"],
  ["el_GR", "https://evil.example/"],
] as const)("the switch tells a browser without cookies that it needs them: to %s", async (locale, redirectTo) => {
  const switched = await pages(formRequest("/Language", { csrf: token(), locale, redirectTo }));
  const to = switched.headers.get("location") ?? "";
  const back = redirectTo === "/NoSuchPage" ? redirectTo : "/Index/Home";
  expect([switched.status, to]).toEqual([303, `/Language?redirectTo=${encodeURIComponent(back)}`]);
  const blocked = await pages(pageRequest(to));
  const html = await blocked.text();
  expect(blocked.status).toBe(403);
  // Without cookies the language is unknown, so the message is in both.
  const words = getText("el_GR")("errors.cookiesNeeded");
  expect(words).toMatch(/允許本站的 Cookie.*Allow them for this site/);
  expect(textsOf(html, "h1, [role=alert]")).toEqual(["需要 Cookie（Cookies needed）", words]);
  expect(linksOf(sourceOf(html, "main"))).toContainEqual({ href: back, text: "返回" });

  const allowed = await pages(pageRequest(to, { cookies: new CookieJar().take(switched.headers) }));
  expect([allowed.status, allowed.headers.get("location")]).toEqual([303, back]);
});
