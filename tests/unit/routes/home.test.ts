import { expect, test } from "vitest";
import * as shell from "~/routes/Index/route";
import * as route from "~/routes/Index.Home/route";
import { forgetPublicReads } from "~server/upstream/client";
import { setEnv } from "../../support/environment";
import { browserAt, site } from "../../support/documents";
import { NO_READING, openStale, STALE_SINCE } from "../../support/faults";
import { all, attributesOf, linksOf, sourceOf, textOf, textsOf } from "../../support/html";
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

const pages = site({ Index: shell, "Index/Home": route });

async function home(locale = ENGLISH, headers?: Record<string, string>) {
  const page = await browserAt(pages, locale).open("/Index/Home", headers);
  return { ...page, text: textOf(page.html) };
}

const cardsOf = (html: string) => all(html, "article.product").length;
const bannersOf = (html: string) => all(html, "li.banner").length;

test("Home loads pageSize 10 and shows 3 products", async () => {
  const page = await home();
  expect(page.status).toBe(200);
  const requests = await sandbox.requests("project_sku");
  expect(requests.map(({ body }) => body)).toEqual([{ page: 1, pageSize: 10, showTag: 2, type: 1 }]);
  expect(cardsOf(page.html)).toBe(3);
  for (const id of ["1001", "1002", "1003"]) expect(page.html).toContain(`href="/PowerProductDetail/${id}"`);
});

test("home notices page size 5: the first five titles are links to their notices", async () => {
  const { html } = await home();
  const requests = await sandbox.requests("notice_info_list");
  expect(requests.map(({ body }) => body)).toEqual([{ page: 1, pageSize: 5, keyword: "" }]);
  expect(all(html, '[href^="/NoticeDetail?id="]')).toHaveLength(5);
});

test.each([
  [CHINESE, "zh-Hant", "雲算力，價格條款一次看清", "Filecoin 旗艦雲算力 540 天", "首頁 – 子午線雲算力"],
  [
    ENGLISH,
    "en",
    "Cloud computing power, with clear terms",
    "Filecoin Flagship Power, 540 days",
    "Home – Meridian Cloud Hashrate",
  ],
])("Home is in %s, and every call sends that language", async (locale, lang, headline, product, title) => {
  const { html, text } = await home(locale);
  expect(html).toContain(`<html lang="${lang}">`);
  expect(html).toContain(`<title>${title}</title>`);
  expect(text).toContain(headline);
  expect(text).toContain(product);
  const sent = await Promise.all(["kv", "project_sku", "notice_info_list"].map((call) => sandbox.requests(call)));
  const languages = sent.flat().map(({ headers }) => headers["exchange-language"]);
  expect(new Set(languages)).toEqual(new Set([locale]));
  expect(languages.length, "banners, configuration, products, notices").toBe(4);
});

test("a language cookie that is neither locale reads as el_GR", async () => {
  const { html } = await home("fr_FR");
  expect(html).toContain('<html lang="zh-Hant">');
});

test("Home ships no script and its policy allows none", async () => {
  const { html, headers } = await home();
  expect(headers.get("content-security-policy")).toContain("script-src 'none'");
  expect(html).not.toMatch(/<script(?! type="application\/ld\+json")|modulepreload|\.js"/);
});

test.each(NO_READING)("notices failing with %s: only the section is omitted", async (_, fault) => {
  await sandbox.fail("notice_info_list", fault);
  const page = await home();
  expect(page.status).toBe(200);
  expect(page.html).not.toContain('class="ticker"');
  expect(page.html).not.toContain("NoticeDetail");
  expect(cardsOf(page.html)).toBe(3);
  expect(bannersOf(page.html)).toBe(3);
});

test.each(NO_READING)("banners and configuration failing with %s: no banners, the default title", async (_, fault) => {
  await sandbox.fail("kv", fault);
  for (const [locale, title] of [
    [ENGLISH, "Home – Storage and file sharing"],
    [CHINESE, "首頁 – 儲存與檔案分享"],
  ] as const) {
    const page = await home(locale);
    expect(page.status).toBe(200);
    expect(page.html).not.toContain('class="banners"');
    expect(page.html).toContain(`<title>${title}</title>`);
    expect(page.html).toContain('<link rel="icon" href="/favicon.svg"/>');
    expect(page.html, "no contact is made up").not.toContain("mailto:");
    expect(cardsOf(page.html)).toBe(3);
  }
});

test.each([
  [12, 12, "tens-1 ones-2"],
  [60, 50, "tens-5 ones-0"],
])("of %i banners %i are shown; they load when they come near", async (configured, shown, count) => {
  const numbers = (most: number) => Array.from({ length: most }, (_, index) => index + 1);
  const banner = (number: number) => ({ img: `https://img.example/${number}.png`, title: `Banner ${number}` });
  respondToKey("banner-h5", envelope(numbers(configured).map(banner)));
  for (const locale of [ENGLISH, CHINESE]) {
    const { html } = await home(locale);
    expect(textsOf(html, ".banner-title")).toEqual(numbers(shown).map((number) => `Banner ${number}`));
    expect(attributesOf(html, ".banner img[loading=lazy]", "src")).toHaveLength(shown);
    // The style's motion depends on how many there are, and on which one each is.
    expect(attributesOf(html, ".banner-strip", "class")).toEqual([`strip banner-strip ${count}`]);
    expect(attributesOf(html, ".banner", "class").slice(0, 11)).toEqual(
      numbers(11).map((number) => `banner tens-${Math.floor(number / 10)} ones-${number % 10}`),
    );
  }
});

test("when only the banners fail the configuration is still used", async () => {
  respondToKey("banner-h5", envelope(null, "500", "out of order"));
  const { html } = await home();
  expect(html).not.toContain('class="banners"');
  expect(html).toContain("<title>Home – Meridian Cloud Hashrate</title>");
  expect(html).toContain('href="mailto:sales@example.com"');
});

test.each(NO_READING)(
  "product list failing with %s: 503 with a retry link, never the empty state",
  async (_, fault) => {
    await sandbox.fail("project_sku", fault);
    for (const [locale, sorry, retry, empty] of [
      [
        ENGLISH,
        "Products cannot be loaded right now.",
        "Try again",
        "There is no computing power on offer at the moment.",
      ],
      [CHINESE, "暫時無法取得產品資料。", "再試一次", "目前沒有上架的算力產品。"],
    ] as const) {
      const page = await home(locale);
      expect(page.status).toBe(503);
      expect(cardsOf(page.html)).toBe(0);
      expect(page.text).toContain(sorry);
      expect(page.html).toContain(`<a class="button button-quiet button-small" href="/Index/Home">${retry}</a>`);
      expect(page.text).not.toContain(empty);
      expect(bannersOf(page.html), "the rest of the page stands").toBe(3);
    }
  },
);

test("product list failing after a good response: the last good one with “as of …”", async () => {
  const { page, openLater } = await openStale(sandbox, "project_sku", home);
  expect(page.status).toBe(200);
  expect(cardsOf(page.html)).toBe(3);
  expect(page.text).toContain(STALE_SINCE);
  const late = await openLater();
  expect(late.status, "older than five minutes").toBe(503);
  expect(cardsOf(late.html)).toBe(0);
});

test("an upstream that sells nothing: the page says so, and is no error", async () => {
  await sandbox.fail("project_sku", { kind: "answer", body: { code: 0, msg: "suc", data: { data: [], count: 0 } } });
  const page = await home();
  expect(page.status).toBe(200);
  expect(page.text).toContain("There is no computing power on offer at the moment.");
});

test("banners with hostile pictures or links: unsafe ones are not shown", async () => {
  respondToKey(
    "banner-h5",
    envelope([
      { img: "javascript:alert(1)", title: "script" },
      { img: "data:image/svg+xml,<svg onload=alert(1)>", title: "data" },
      { img: "http://evil.example/a.png", title: "plain http" },
      { img: "//evil.example/a.png", title: "no scheme" },
      { img: "https://user:secret@evil.example/a.png", title: "credentials" },
      {
        img: 'https://cdn.example/"onerror="alert(1)',
        title: '"><script>alert(1)</script>',
        url: "javascript:alert(1)",
      },
      { img: "https://cdn.example/b.png", title: "b", url: "//evil.example" },
      { img: "https://cdn.example/c.png", title: "c", url: "/\\evil.example" },
      { img: "https://cdn.example/d.png", title: "d", url: "data:text/html,x" },
      { img: "https://cdn.example/e.png", title: "e", url: "/Index/Power" },
    ]),
  );
  const { html, status } = await home();
  expect(status).toBe(200);
  const banners = sourceOf(html, ".banners");
  expect(bannersOf(html)).toBe(5);
  expect(banners).not.toMatch(/javascript:|data:|evil\.example|http:\/\/|<script|"onerror/);
  expect(linksOf(banners).map(({ href }) => href)).toEqual(["/Index/Power"]);
});

test.each([
  ["none", 0, 0],
  ["one", 1, 0],
  ["two", 2, 1],
])("only what moves can be paused: of banners and of notices %s", async (_, count, controls) => {
  const some = <T>(make: (n: number) => T) => Array.from({ length: count }, (__, n) => make(n));
  respondToKey("banner-h5", envelope(some((n) => ({ img: `https://cdn.example/${n}.png`, title: `Banner ${n}` }))));
  const noticeInfoList = some((n) => ({ id: n + 1, title: `Notice ${n}`, content: "<p></p>", timeLong: 1 }));
  const data = { count, noticeInfoList };
  await sandbox.fail("notice_info_list", { kind: "answer", body: { code: 0, msg: "", data } });
  const { html } = await home();
  expect(bannersOf(html)).toBe(count);
  expect(all(html, ".ticker li")).toHaveLength(count);
  expect(all(html, ".banners > .pause + .banner-strip")).toHaveLength(controls);
  expect(all(html, ".ticker > .pause ~ .ticker-window")).toHaveLength(controls);
  expect(textOf(html), "nor does a browser that ignores style show a word of it").not.toMatch(/pause/i);
});

test("a banner that is a link has a name, with or without a title", async () => {
  const img = "https://cdn.example/a.png";
  respondToKey(
    "banner-h5",
    envelope([
      { img, title: "Sale <now>", url: "/Index/Power" },
      { img, url: "/Index/Miner" },
    ]),
  );
  const { html } = await home();
  expect(textsOf(html, '.banner a[href="/Index/Power"]')).toEqual(["Sale <now>"]);
  expect(attributesOf(html, '.banner a[href="/Index/Miner"] img', "alt")).toEqual(["What's new"]);
  expect(attributesOf(html, '.banner a[href="/Index/Power"] img', "alt")).toEqual([""]);
});

const policy = (headers: Headers) => headers.get("content-security-policy") ?? "";

test("pictures come from this site: the page and its policy name no other host, nor the upstream", async () => {
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

test("a banner from where no picture may come is omitted", async () => {
  respondToKey(
    "banner-h5",
    envelope([{ img: "https://elsewhere.example/a.png" }, { img: "https://img.example/b.png" }]),
  );
  expect(bannersOf((await home()).html)).toBe(1);
});

test("with IMAGE_PROXY=off a picture with a path comes from the upstream, whose address is only on its pages", async () => {
  setEnv({ IMAGE_PROXY: "off", IMAGE_HOSTS: sandbox.url });
  const without = await home();
  expect(without.html + policy(without.headers)).not.toContain(peer.url);
  expect(policy(without.headers)).toContain(`img-src 'self' ${sandbox.url};`);
  respondToKey("banner-h5", envelope([{ img: "/images/a.png", title: "a" }]));
  forgetPublicReads();
  const shown = await home();
  expect(shown.html).toContain(`src="${peer.url}/images/a.png"`);
  expect(shown.html).not.toMatch(/srcset|\/pictures\//);
  expect(policy(shown.headers)).toContain(`img-src 'self' ${sandbox.url} ${peer.url};`);
});

test("a configuration with hostile pictures or links: each is omitted", async () => {
  const pictures = { favicon: "javascript:alert(1)", appHomeLogoOS: "data:image/svg+xml,<svg/>" };
  const links = { telegram: "javascript:alert(1)", twitter: "#", salesEMail: "-", supportEMail: "not an address" };
  const hostile = { title: "<script>alert(1)</script>", ...pictures, ...links };
  respondToKey("merchant-config-h5", envelope(hostile));
  const { html, status } = await home();
  expect(status).toBe(200);
  expect(html).not.toMatch(/javascript:|data:|<script(?! type="application\/ld\+json")|mailto:/);
  expect(html).not.toContain('class="socials"');
  expect(html).toContain('<link rel="icon" href="/favicon.svg"/>');
});

test("a notice's title is shown as text", async () => {
  const notice = { id: 1, title: '<b>Title</b> with & and "quotes"', content: "<p></p>", timeLong: 1 };
  const data = { count: 1, noticeInfoList: [notice] };
  await sandbox.fail("notice_info_list", { kind: "answer", body: { code: 0, msg: "", data } });
  const { html } = await home();
  expect(html).toContain("&lt;b&gt;Title&lt;/b&gt; with &amp; and &quot;quotes&quot;");
});

test("values that a product does not have are shown as missing, never as 0", async () => {
  await sandbox.setProduct("1001", { price: null, miningCycle: null, serviceRate: null, incomeType: "" });
  // Without a price it cannot be bought, and comes after what can.
  for (const id of ["1002", "1004", "1005", "1008"]) await sandbox.setProduct(id, { productStatus: 2 });
  const { html } = await home();
  const card = html.slice(html.indexOf("/PowerProductDetail/1001"), html.indexOf("/PowerProductDetail/1002"));
  expect(card.match(/—/g)).toHaveLength(4);
  expect(card).not.toMatch(/>0</);
});

test.each([
  [CHINESE, "下載 App"],
  [ENGLISH, "Get the app"],
])("the ways to the app are a sheet of its own address (behaviour 2.20): %s", async (locale, title) => {
  const visitor = browserAt(pages, locale, (await signedIn(sandbox)).cookies);
  const { html } = await visitor.open("/Index/Home");
  expect(textsOf(html, 'footer a[href="/Index/Home?step=app"]')).toEqual([title]);
  expect(all(html, "[role=dialog]")).toHaveLength(0);
  const sheet = await visitor.open("/Index/Home?step=app");
  expect(textsOf(sheet.html, "[role=dialog] h2[autofocus]")).toEqual([title]);
  expect(attributesOf(sheet.html, "[role=dialog] .sheet-head a", "href")).toEqual(["/Index/Home"]);
  expect(all(sheet.html, "header[inert], footer[inert], main > div[inert]:not(.sheet-veil)")).toHaveLength(5);
  expect(all(sheet.html, "header[inert] nav.main-nav"), "nor can the places be reached").toHaveLength(1);
  expect(sheet.html).toContain('<meta name="robots" content="noindex"/>');
});

test("prices have at least two decimals (behaviour 9.12)", async () => {
  expect(textsOf((await home()).html, ".product .headline > span:first-child .figure")).toEqual([
    ...["15.50", "8.80", "21.00"],
  ]);
});

test.each([
  [CHINESE, "公告"],
  [ENGLISH, "Notices"],
])(
  "the list of notices can be reached from Home, its menu and its foot, without a notice too: %s",
  async (locale, name) => {
    await sandbox.fail("notice_info_list", { kind: "reset" });
    const { html } = await home(locale);
    for (const place of ["main", "nav.menu-panel", "footer"]) {
      expect(textsOf(html, `${place} a[href="/Notice"]`), place).toEqual([name]);
    }
  },
);

test("on Home the logo is no link (behaviour 2.7)", async () => {
  expect(all((await home()).html, "div.bar-logo img")).toHaveLength(1);
  expect(all((await home()).html, "a.bar-logo, .bar-logo a")).toHaveLength(0);
});

test("iOS visitors see App Store and TestFlight, others one download button; all lead to /AppDownload", async () => {
  const iphone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1";
  const android = "Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36";
  const buttons = async (device: string) => {
    const { html } = await browserAt(pages, ENGLISH).open("/Index/Home?step=app", { "User-Agent": device });
    return textsOf(html, '[role=dialog] a.button[href="/AppDownload"]');
  };
  expect(await buttons(iphone)).toEqual(["App Store", "TestFlight"]);
  expect(await buttons(android)).toEqual(["Get the app"]);
});

test("a product that the upstream sends twice has one card, and takes no other's place", async () => {
  const row = (productId: number) => ({ productId, title: `P${productId}`, productStatus: 1, price: "1" });
  const data = [row(1), row(1), { ...row(1), title: "Again" }, row(2), row(3)];
  await sandbox.fail("project_sku", { kind: "answer", body: { code: 0, msg: "", data: { count: 5, data } } });
  forgetPublicReads();
  const links = attributesOf((await home()).html, "a.product-link", "href");
  expect(links).toEqual(["1", "2", "3"].map((id) => `/PowerProductDetail/${id}`));
});

test("Home shows the first three as the upstream sends them (behaviour 2.18)", async () => {
  const { html } = await home();
  const links = attributesOf(html, "a.product-link", "href");
  expect(links, "1003 is in pre-sale").toEqual(["1001", "1002", "1003"].map((id) => `/PowerProductDetail/${id}`));
});

test.each([
  [CHINESE, ["選購算力", "註冊"], ["資料中心", "託管中的礦機", "總算力", "每日新增算力"]],
  [
    ENGLISH,
    ["Buy computing power", "Register"],
    ["data centres", "managed miners", "capacity", "computing-power growth per day"],
  ],
])(
  "the head of Home leads to the market and to registration, and gives four figures; not to who is signed in: %s",
  async (locale, ways, figures) => {
    const { html } = await home(locale);
    expect(textsOf(html, ".hero a")).toEqual(ways);
    expect(attributesOf(html, ".hero a", "href")).toEqual(["/Index/Power", "/Register"]);
    expect(textsOf(html, ".hero dt")).toEqual(figures);
    expect(textsOf(html, ".hero dd")).toEqual(["10+", "100,000+", "600 P+", "1.5P"]);
    const { cookies } = await signedIn(sandbox);
    const known = await browserAt(pages, locale, cookies).open("/Index/Home");
    expect(all(known.html, ".hero")).toHaveLength(0);
    expect(all(known.html, "h1")).toHaveLength(1);
  },
);

test("how it works: register, authenticator, deposit, buy, earn", async () => {
  expect(textsOf((await home()).html, ".band .steps h3")).toEqual([
    ...["Open an account", "Link an authenticator", "Make a deposit", "Buy computing power", "Receive your earnings"],
  ]);
});

test.each([
  [CHINESE, "子午線雲算力", "年滿 18 歲", "預期收益並非保證"],
  [ENGLISH, "Meridian Cloud Hashrate", "aged 18 or older", "expected returns are not guaranteed"],
])("the foot names the site, the minimum age and the risk (behaviour 2.72): %s", async (locale, name, age, risk) => {
  const [foot = ""] = textsOf((await home(locale)).html, "footer");
  expect(foot.startsWith(name)).toBe(true);
  expect(foot).toContain("18+");
  expect(foot).toContain(age);
  expect(foot).toContain(risk);
});
