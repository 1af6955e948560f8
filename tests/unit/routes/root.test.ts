import { expect, test } from "vitest";
import * as root from "~/root";
import type { RootData } from "~/root-data.server";
import * as index from "~/routes/_index/route";
import { flashCookie } from "~server/session/flash";
import { sessionCookie } from "~server/session/session";
import { browserAt } from "../../support/documents";
import { all, attributesOf, documentOf, linksOf, only, sourceOf, textOf, textsOf, titleOf } from "../../support/html";
import { pages } from "../../support/pages";
import { beginAnew, withEnv } from "../../support/environment";
import { pictureOf } from "../../support/picture-address";
import { useUpstream } from "../../support/upstream";
import { Visitor } from "../../support/visitor";

type Site = RootData["site"];

const sandbox = await useUpstream();

/** The upstream returns this for the website configuration. */
async function configure(data: unknown): Promise<void> {
  beginAnew();
  await sandbox.fail("kv", { kind: "answer", body: { code: 0, msg: "", data } });
}

async function siteOf(locale: "el_GR" | "en_US" = "en_US"): Promise<Site> {
  return (await new Visitor(root, locale).read<{ site: Site }>("/Index/Home")).site;
}

test("the root path redirects to /Index/Home, and keeps a pending toast for that page", async () => {
  const response = index.loader() as Response;
  expect(response.status).toBe(302);
  expect(response.headers.get("location")).toBe("/Index/Home");
  expect(response.headers.getSetCookie()).toEqual([]);
});

test("the root path also redirects to /Index/Home in the build of all routes", async () => {
  expect(await browserAt(pages, "en_US").open("/")).toMatchObject({ status: 302, location: "/Index/Home" });
});

test("site title, icon, logo and links come from the website configuration", async () => {
  const { favicon, launcher, logo, ...site } = await siteOf("en_US");
  expect([favicon, launcher, logo.src].map(pictureOf)).toEqual([
    `i64 ${sandbox.url}/images/favicon.svg`,
    `i180 ${sandbox.url}/images/launcher.svg`,
    `h28 ${sandbox.url}/images/logo.svg`,
  ]);
  expect(site).toEqual({
    title: "Meridian Cloud Hashrate",
    telegram: "https://t.me/example",
    twitter: "https://twitter.com/example",
    salesEMail: "mailto:sales@example.com",
    supportEMail: "mailto:support@example.com",
  });
  expect((await siteOf("el_GR")).title).toBe("子午線雲算力");
});

test.each([
  ["none configured", {}],
  ["blank", { title: "  \n " }],
  ["of a wrong type", { title: 42 }],
  ["an object without strings", { title: { a: 1 } }],
])("the default title is the generic one in the visitor's language: %s", async (_, config) => {
  await configure(config);
  expect((await siteOf("en_US")).title).toBe("Storage and file sharing");
  expect((await siteOf("el_GR")).title).toBe("儲存與檔案分享");
});

test.each(["", "#", "-", " - ", "https://placeholder.example/"])(
  "a configured link with the placeholder %j is hidden",
  async (placeholder) => {
    await configure({ telegram: placeholder, twitter: "https://twitter.com/shop", salesEMail: placeholder });
    await withEnv({ LINK_PLACEHOLDER: "https://placeholder.example/" }, async () => {
      expect(await siteOf()).toMatchObject({ twitter: "https://twitter.com/shop" });
      const shown = await siteOf();
      expect(shown.telegram).toBeUndefined();
      expect(shown.salesEMail).toBeUndefined();
    });
  },
);

test("without a header logo (appHomeLogoOS) the shop shows the platform's (appLogoOS)", async () => {
  const [own, platform] = ["https://cdn.example/head.png", "https://cdn.example/logo.png"];
  await configure({ appLogoOS: platform });
  expect(pictureOf((await siteOf()).logo.src)).toBe(`h28 ${platform}`);
  await configure({ appHomeLogoOS: own, appLogoOS: platform });
  expect(pictureOf((await siteOf()).logo.src)).toBe(`h28 ${own}`);
});

test.each([
  "javascript:alert(1)",
  "java\tscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "//evil.example/",
  "https://user:password@evil.example/",
  "mailto:a@example.com?bcc=b@example.com\r\nX: y",
  { href: "https://evil.example/" },
  7,
])("a hostile link in any configuration field is hidden: %j", async (hostile) => {
  const names = ["favicon", "appHomeLogoOS", "appLogoOS", "telegram", "twitter", "salesEMail", "supportEMail"];
  await configure(Object.fromEntries(names.map((name) => [name, hostile])));
  expect(await siteOf()).toEqual({ title: "Storage and file sharing", logo: { src: "/favicon.svg" } });
  const { html } = await browserAt(pages, "en_US").open("/Index");
  expect(html).not.toMatch(/alert\(1\)|evil\.example|bcc=/);
  expect(html).toContain('<link rel="icon" href="/favicon.svg"');
});

test("markup in the configured title is shown as text, in title and page", async () => {
  await configure({ title: '</title><script>alert(1)</script><b a="1">Shop' });
  const { html } = await browserAt(pages, "en_US").open("/Login");
  expect(titleOf(html)).toBe('Sign in – </title><script>alert(1)</script><b a="1">Shop');
  expect(html).not.toContain("<script>alert(1)");
});

test.each([
  ["el_GR", "zh-Hant"],
  ["en_US", "en"],
  [undefined, "zh-Hant"],
  ["fr_FR", "zh-Hant"],
  ["<script>", "zh-Hant"],
] as const)(
  "the stored language %s gives a document in %s, without the stored name in the markup",
  async (stored, lang) => {
    const { html } = await browserAt(pages, stored).open("/NoSuchPage", { "Accept-Language": "en-GB,fr" });
    expect(html).toContain(`<html lang="${lang}">`);
    const page = documentOf(html).clone();
    page.find("[name=locale]").remove();
    expect(page.html()).not.toMatch(/el_GR|en_US/);
  },
);

test("a toast is shown once, with its kind's role and a close link to the same page", async () => {
  for (const [kind, key, text] of [
    ["status", "toasts.loggedOut", "You’re signed out"],
    ["alert", "errors.sessionExpired", "Your login session has timed out, please log in again."],
  ] as const) {
    const browser = browserAt(pages, "en_US");
    browser.jar.take(flashCookie({ key, kind }));
    const { html } = await browser.open("/Login?redirectTo=%2FMyOrder");
    const toast = sourceOf(html, `.toast[role=${kind}]`);
    expect(textOf(toast)).toBe(`${text} Dismiss this message`);
    expect(linksOf(toast)).toEqual([{ href: "/Login?redirectTo=%2FMyOrder", text: "Dismiss this message" }]);
    expect((await browser.open("/Login")).html).not.toContain('class="toast');
  }
});

test("a page's data contain only whether the visitor is signed in, nothing else of the session", async () => {
  const visitor = new Visitor(root);
  expect(await visitor.read("/Index/Home")).toMatchObject({ signedIn: false });
  const token = "upstream-token-canary";
  visitor.cookies.take(await sessionCookie({ token, account: "account-canary@example.com" }));
  const data = await visitor.read("/Index/Home");
  expect(data).toMatchObject({ signedIn: true });
  expect(JSON.stringify(data)).not.toContain("canary");
});

test.each([
  ["enabled", false, "/Login"],
  ["app-only", false, "/AppDownload"],
  ["app-only", true, "/AppDownload"],
] as const)("with WEB_LOGIN=%s and signed in %s header and menu lead to %s", async (webLogin, signed, target) => {
  const browser = browserAt(pages, "en_US");
  if (signed) browser.jar.take(await sessionCookie({ token: "upstream-token" }));
  const { html } = await withEnv({ WEB_LOGIN: webLogin }, () => browser.open("/Index"));
  expect(attributesOf(html, ".header-end > .bar-link", "href")).toEqual([target]);
  expect(attributesOf(html, ".menu-more a", "href").slice(0, 4)).toEqual(["/Notice", "/Help", "/Estimate", target]);
});

test("signed in, the header has the account menu, which opens without scripts", async () => {
  const browser = browserAt(pages, "en_US");
  expect(all((await browser.open("/Help")).html, ".header-end details")).toEqual([]);
  browser.jar.take(await sessionCookie({ token: "upstream-token", account: "me@example.com" }));
  const { html } = await browser.open("/Help");
  const menu = sourceOf(html, ".header-end details");
  expect(textsOf(menu, "summary, a")).toEqual(["Account", "Account", "Account security", "Sign out"]);
  expect(linksOf(menu).map(({ href }) => href)).toEqual(["/UserCenter", "/Security", "/UserCenter?step=logout"]);
  expect(attributesOf((await browser.open("/Index")).html, ".menu-more a", "href")).toContain("/UserCenter");
});

test.each(["on", "On"])("with Save-Data: %s a page that hydrates ships and allows no script", async (value) => {
  const browser = browserAt(pages, "en_US");
  const plain = await browser.open("/Login");
  expect(plain.html).toContain("<script");
  expect(plain.headers.get("content-security-policy")).toContain("script-src 'self';");
  expect(only(plain.html, "script:not([type='application/json'])").attr("src")).toContain("boot");
  const saving = await browser.open("/Login", { "Save-Data": value });
  expect(saving.html).not.toContain("<script");
  expect(saving.headers.get("content-security-policy")).toContain("script-src 'none'");
  expect(saving.headers.get("vary")).toMatch(/save-data/i);
});

test("a space between two elements is written as a character reference, and data is unchanged", async () => {
  await configure({ title: "A> <B" });
  const { html } = await browserAt(pages, "el_GR").open("/Login");
  expect(html).toMatch(/<\/a>&#32;<span>[^<]+<!-- -->&#32;<a href="\/Register">/);
  expect(html).not.toContain("> <");
  expect(textOf(only(html, "title"))).toContain("A> <B");
  const data = only(html, "script#hydration").text();
  expect(data).not.toContain("&#32;");
  expect(JSON.stringify(JSON.parse(data))).toContain('"title":"A> <B"');
});

test("BLOCK_PINCH_ZOOM blocks pinch zoom only when on; the viewport never forbids zoom, and resizes for the keyboard", async () => {
  const browser = browserAt(pages, "en_US");
  const usual = (await browser.open("/NoSuchPage")).html;
  const blocked = (await withEnv({ BLOCK_PINCH_ZOOM: "on" }, () => browser.open("/NoSuchPage"))).html;
  expect(usual).toContain("<body>");
  expect(blocked).toContain('<body class="no-pinch">');
  for (const html of [usual, blocked]) {
    const viewport = only(html, "meta[name=viewport]").attr("content");
    expect(viewport).not.toMatch(/user-scalable|maximum-scale/);
    expect(viewport).toContain("interactive-widget=resizes-content");
  }
});

test("every document has a skip link and one h1, and is uncached", async () => {
  for (const path of ["/Login", "/NoSuchPage"]) {
    const { html, headers } = await browserAt(pages).open(path);
    expect(linksOf(html)[0]?.href).toBe("#main");
    expect(html).toContain('id="main"');
    expect(all(html, "h1")).toHaveLength(1);
    expect(headers.get("cache-control")).toMatch(/^no-store/);
  }
});

test("a document that hydrates forbids proxies to transform it, since minifiers remove React's comments", async () => {
  const controlOf = async (path: string) => (await browserAt(pages).open(path)).headers.get("cache-control");
  expect(await controlOf("/Login")).toBe("no-store, no-transform");
  expect(await controlOf("/NoSuchPage")).toBe("no-store");
});
