import { expect, test } from "vitest";
import * as anyAddress from "~/routes/$/route";
import * as language from "~/routes/Language/route";
import * as login from "~/routes/Login.($account)/route";
import * as userCenter from "~/routes/UserCenter/route";
import { browserAt, site } from "../../support/documents";
import { linksOf, textsOf, titleOf } from "../../support/html";
import { holdConfiguration } from "../../support/hold-configuration";
import { useUpstream } from "../../support/upstream";
import { signedIn } from "../../support/signed-in";

/** A screen that throws an unexpected error. */
const broken = {
  loader: () => {
    throw new Error("secret-of-the-server");
  },
  default: () => null,
};
/** A screen that responds as a route without its upstream does. */
const unavailable = {
  loader: () => {
    throw new Response(null, { status: 503 });
  },
  default: () => null,
};

const handler = site({
  "*": anyAddress,
  Language: language,
  "Login/:account?": login,
  UserCenter: userCenter,
  Broken: broken,
  Unavailable: unavailable,
});

const sandbox = await useUpstream();

const LOCALES = [
  {
    locale: "el_GR",
    lang: "zh-Hant",
    site: "子午線雲算力",
    login: "登入",
    notFound: "找不到這個頁面",
    unavailable: "目前無法顯示這個頁面",
    broken: "系統發生問題",
    retry: "再試一次",
  },
  {
    locale: "en_US",
    lang: "en",
    site: "Meridian Cloud Hashrate",
    login: "Sign in",
    notFound: "This page could not be found",
    unavailable: "This page cannot be shown right now",
    broken: "Something went wrong",
    retry: "Try again",
  },
] as const;

const heading = (html: string) => textsOf(html, "h1");
const title = (html: string) => titleOf(html);

test.each(LOCALES)(
  "a page that does not exist returns 404 in $locale, with a link to Home and no retry",
  async (text) => {
    const { status, html, headers } = await browserAt(handler, text.locale).open("/NoSuchPage?x=1");
    expect(status).toBe(404);
    expect(html).toContain(`<html lang="${text.lang}"`);
    expect(heading(html)).toEqual([text.notFound]);
    expect(linksOf(html).map(({ href }) => href)).toContain("/Index/Home");
    expect(linksOf(html).map(({ text: label }) => label)).not.toContain(text.retry);
    expect(headers.get("cache-control")).toBe("no-store");
  },
);

test.each(LOCALES)(
  "a page without its upstream is a 503 in $locale, with a link that tries the same page again",
  async (text) => {
    const { status, html } = await browserAt(handler, text.locale).open("/Unavailable?page=2");
    expect(status).toBe(503);
    expect(heading(html)).toEqual([text.unavailable]);
    expect(linksOf(html)).toContainEqual({ href: "/Unavailable?page=2", text: text.retry });
  },
);

test.each(LOCALES)("an internal error is a 500 in $locale that does not show its cause", async (text) => {
  const { status, html } = await browserAt(handler, text.locale).open("/Broken");
  expect(status).toBe(500);
  expect(heading(html)).toEqual([text.broken]);
  expect(html).not.toContain("secret-of-the-server");
  expect(linksOf(html)).toContainEqual({ href: "/Broken", text: text.retry });
});

test.each(LOCALES)(
  "the account centre without its upstream is a 503 in $locale with a retry link; the visitor stays signed in",
  async (text) => {
    const browser = browserAt(handler, text.locale);
    const visitor = await signedIn(sandbox);
    const utoken = visitor.cookies.get("utoken") ?? "";
    browser.jar.set("utoken", utoken);
    await sandbox.fail("user_info", { kind: "html" });
    const { status, html } = await browser.open("/UserCenter");
    expect(status).toBe(503);
    expect(linksOf(html)).toContainEqual({ href: "/UserCenter", text: text.retry });
    expect(browser.jar.get("utoken")).toBe(utoken);
  },
);

test.each(LOCALES)("the title of a page in $locale names the screen and the site", async (text) => {
  expect(title((await browserAt(handler, text.locale).open("/Login")).html)).toBe(`${text.login} – ${text.site}`);
});

test("a 503 document has Retry-After, a complete one does not; neither is cached", async () => {
  const browser = browserAt(handler, undefined, (await signedIn(sandbox)).cookies);
  const whole = await browser.open("/UserCenter");
  await sandbox.fail("user_info", { kind: "html" });
  const missing = await browser.open("/UserCenter");
  expect([whole.headers.get("retry-after"), whole.headers.get("cache-control")]).toEqual([null, "no-store"]);
  expect([missing.headers.get("retry-after"), missing.headers.get("cache-control")]).toEqual(["10", "no-store"]);
});

test.each(LOCALES)("the title of an error's page in $locale names what happened and the site", async (text) => {
  await holdConfiguration();
  const browser = browserAt(handler, text.locale);
  expect(title((await browser.open("/NoSuchPage")).html)).toBe(`${text.notFound} – ${text.site}`);
  expect(title((await browser.open("/Unavailable")).html)).toBe(`${text.unavailable} – ${text.site}`);
  expect(title((await browser.open("/Broken")).html)).toBe(`${text.broken} – ${text.site}`);
});

test("an error's page ships no script and its policy allows none, also on a screen with scripts", async () => {
  for (const path of ["/NoSuchPage", "/Unavailable", "/Broken"]) {
    const { headers, html } = await browserAt(handler).open(path);
    expect(headers.get("content-security-policy")).toContain("script-src 'none'");
    expect(html).not.toContain("<script");
  }
});

test("an error's page has the language switch, which leads back to it and to its own control", async () => {
  const { html } = await browserAt(handler, "en_US").open("/NoSuchPage");
  expect(html).toContain('<form method="post" action="/Language"');
  expect(html).toContain('name="redirectTo" value="/NoSuchPage#language"');
});

test("a mistyped address is shown as text, not markup", async () => {
  const { html } = await browserAt(handler).open("/%3Cimg%20src=x%20onerror=alert(1)%3E?q=%22%3E%3Cscript%3E");
  expect(html).not.toMatch(/<img|<script/);
});

test("error pages are shown when the upstream does not respond at all", async () => {
  await sandbox.fail("kv", { kind: "reset" });
  const { status, html } = await browserAt(handler, "en_US").open("/NoSuchPage");
  expect(status).toBe(404);
  expect(title(html)).toContain("Storage and file sharing");
});
