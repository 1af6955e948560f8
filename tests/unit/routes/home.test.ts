import { expect, test } from "vitest";
import { beginAnew, setEnv } from "../../support/environment";
import { browserAt } from "../../support/documents";
import { all, attributesOf, textOf, textsOf } from "../../support/html";
import { pages } from "../../support/pages";
import { pictureOf } from "../../support/picture-address";
import { useUpstream } from "../../support/upstream";
import { signedIn } from "../../support/signed-in";
import type { PeerRequest, Reply } from "@storefront/test-support/peer";
import { envelope, usePeer } from "../../support/upstream-peer";

/** The upstream of these tests: the sandbox, behind a peer that can respond to one key of common/kv differently. */
const sandbox = await useUpstream();
const peer = await usePeer(throughSandbox);
setEnv({ IMAGE_HOSTS: `${sandbox.url} https://cdn.example https://img.example` });

async function throughSandbox({ path, headers, body }: PeerRequest): Promise<Reply> {
  const token = headers["exchange-token"];
  const response = await fetch(sandbox.url + path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "exchange-language": String(headers["exchange-language"]),
      ...(typeof token === "string" && { "exchange-token": token }),
    },
    body,
  }).catch(() => undefined);
  return response ? { status: response.status, body: await response.text() } : "reset";
}

/** Responds to one key of common/kv; the sandbox responds to everything else. */
function respondToKey(key: string, reply: Reply): void {
  peer.reply = (request) =>
    request.path.endsWith("/common/kv") && request.body.includes(`"${key}"`) ? reply : throughSandbox(request);
}

const ENGLISH = "en_US";
const CHINESE = "el_GR";

async function home(locale = ENGLISH, headers?: Record<string, string>) {
  const page = await browserAt(pages, locale).open("/Index/Home", headers);
  return { ...page, text: textOf(page.html) };
}

const cardsOf = (html: string) => all(html, ".product").length;
const bannersOf = (html: string) => all(html, "li.banner").length;

test("Home loads pageSize 10 and shows 3 products", async () => {
  const page = await home();
  expect(page.status).toBe(200);
  const requests = await sandbox.requests("project_sku");
  expect(requests.map(({ body }) => body)).toEqual([{ page: 1, pageSize: 10, showTag: 2, type: 1 }]);
  expect(cardsOf(page.html)).toBe(3);
  for (const id of ["1001", "1002", "1003"]) expect(page.html).toContain(`href="/PowerProductDetail/${id}"`);
});

test("Home ships and allows no script", async () => {
  const { html, headers } = await home();
  expect(headers.get("content-security-policy")).toContain("script-src 'none'");
  expect(html).not.toMatch(/<script(?! type="application\/ld\+json")|modulepreload|\.js"/);
});

test("unreadable notices omit only their section", async () => {
  await sandbox.fail("notice_info_list", { kind: "types" });
  const page = await home();
  expect(page.status).toBe(200);
  expect(page.html).not.toContain('class="ticker"');
  expect(page.html).not.toContain("NoticeDetail");
  expect(cardsOf(page.html)).toBe(3);
  expect(bannersOf(page.html)).toBe(3);
});

test("unreadable banners and configuration: no banners, the default title", async () => {
  await sandbox.fail("kv", { kind: "types" });
  const page = await home();
  expect(page.status).toBe(200);
  expect(page.html).not.toContain('class="banners"');
  expect(page.html).toContain("<title>Home – Storage and file sharing</title>");
  expect(page.html).toContain('<link rel="icon" href="/favicon.svg"/>');
  expect(page.html, "no contact is invented").not.toContain("mailto:");
  expect(cardsOf(page.html)).toBe(3);
});

test("an unreadable product list: 503 with a retry link, and the rest of the page is shown", async () => {
  await sandbox.fail("project_sku", { kind: "html" });
  const page = await home();
  expect([page.status, cardsOf(page.html), bannersOf(page.html)]).toEqual([503, 0, 3]);
  expect(page.text).toContain("We can’t show the products right now.");
  expect(page.html).toContain('<a class="button button-quiet button-small" href="/Index/Home">Try again</a>');
});

test("an upstream without products: the page says so and is not an error", async () => {
  await sandbox.fail("project_sku", { kind: "answer", body: { code: 0, msg: "suc", data: { data: [], count: 0 } } });
  const page = await home();
  expect(page.status).toBe(200);
  expect(page.text).toContain("No computing power is on offer right now.");
});

test.each([ENGLISH, CHINESE])("all configured banners are shown, up to fifty: %s", async (locale) => {
  for (const [configured, shown] of [
    [12, 12],
    [51, 50],
  ] as const) {
    beginAnew();
    const list = Array.from({ length: configured }, (_, at) => ({ img: `https://cdn.example/${at}.png` }));
    respondToKey("banner-h5", envelope(list));
    expect(bannersOf((await home(locale)).html)).toBe(shown);
    const data = await pages(new Request(`${process.env.PUBLIC_ORIGIN}/Index/Home?_data=Index/Home`));
    expect(((await data.json()) as { banners: object[] }).banners).toHaveLength(shown);
  }
});

const policy = (headers: Headers) => headers.get("content-security-policy") ?? "";

test("pictures come from this site: page and policy name neither another host nor the upstream", async () => {
  respondToKey("banner-h5", envelope([{ img: "/images/a.png" }, { img: "https://img.example/b.png" }]));
  const { html, headers } = await home();
  expect(policy(headers)).toContain("img-src 'self';");
  expect(html).not.toContain(peer.url);
  expect(attributesOf(html, "img", "src").filter((src) => !src?.startsWith("/pictures/"))).toEqual([]);
  expect(attributesOf(html, ".banner img", "src").map(pictureOf)).toEqual([
    `b720 ${peer.url}/images/a.png`,
    "b720 https://img.example/b.png",
  ]);
  expect(attributesOf(html, "link[rel=icon]", "href").map(pictureOf)).toEqual([
    `i64 ${sandbox.url}/images/favicon.svg`,
  ]);
  expect(all(html, ".banner img").map((image) => [image.attr("fetchpriority"), image.attr("loading")])).toEqual([
    [undefined, "lazy"],
    [undefined, "lazy"],
  ]);
});

test("the app's download sheet has its own URL", async () => {
  const title = "Get the app";
  const visitor = browserAt(pages, ENGLISH, (await signedIn(sandbox)).cookies);
  const { html } = await visitor.open("/Index/Home");
  expect(textsOf(html, 'footer a[href="/Index/Home?step=app"]')).toEqual([title]);
  expect(all(html, "[role=dialog]")).toHaveLength(0);
  const sheet = await visitor.open("/Index/Home?step=app");
  expect(textsOf(sheet.html, "[role=dialog] h2[autofocus]")).toEqual([title]);
  expect(attributesOf(sheet.html, "[role=dialog] .sheet-head a", "href")).toEqual(["/Index/Home"]);
  expect(all(sheet.html, "header[inert], footer[inert], main > div[inert]:not(.sheet-veil)")).toHaveLength(5);
  expect(all(sheet.html, "header[inert] nav.main-nav"), "the main navigation is inert too").toHaveLength(1);
  expect(sheet.html).toContain('<meta name="robots" content="noindex"/>');
});

test("signed out, the top of Home links to market and registration, and has four figures", async () => {
  const { html } = await home();
  expect(textsOf(html, ".hero a")).toEqual(["Buy computing power", "Create account"]);
  expect(attributesOf(html, ".hero a", "href")).toEqual(["/Index/Power", "/Register"]);
  expect(textsOf(html, ".hero dt")).toEqual(["data centres", "managed miners", "capacity", "growth per day"]);
  expect(textsOf(html, ".hero dd")).toEqual(["10+", "100,000+", "600 P+", "1.5P"]);
  const { cookies } = await signedIn(sandbox);
  const known = await browserAt(pages, ENGLISH, cookies).open("/Index/Home");
  expect(all(known.html, ".hero:not(.overview)")).toHaveLength(0);
  expect(all(known.html, "h1")).toHaveLength(1);
});

test.each([
  [CHINESE, "子午線雲算力", "年滿 18 歲", "預期收益並非保證"],
  [ENGLISH, "Meridian Cloud Hashrate", "Adults (18+) only", "expected returns aren’t guaranteed"],
])("the footer names the site, the minimum age and the risk: %s", async (locale, name, age, risk) => {
  const [foot = ""] = textsOf((await home(locale)).html, "footer");
  expect(foot.startsWith(name)).toBe(true);
  expect(foot).toContain(age);
  expect(foot).toContain(risk);
});
