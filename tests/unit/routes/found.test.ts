import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import * as manifest from "~/routes/manifest[.]webmanifest/route";
import * as robots from "~/routes/robots[.]txt/route";
import * as security from "~/routes/[.]well-known.security[.]txt/route";
import * as sitemap from "~/routes/sitemap[.]xml/route";
import { setContent } from "~server/content/content";
import { browserAt } from "../../support/documents";
import { attributesOf } from "../../support/html";
import { pages } from "../../support/pages";
import { pictureOf } from "../../support/picture-address";
import { useUpstream } from "../../support/upstream";
import { routeArgs } from "../../support/route-args";

/** Data about public pages for search engines and apps: descriptions, canonical URLs, previews, sitemap, manifest. */

const sandbox = await useUpstream({ eachTest: "faults" });

const SUPPORT = "mailto:support@example.com";
const DAY_MS = 24 * 60 * 60_000;

const open = async (path: string) => (await browserAt(pages, "en_US").open(path)).html;

const metaOf = (html: string, name: string) =>
  attributesOf(html, `meta[name="${name}"], meta[property="${name}"]`, "content")[0];
const canonicalOf = (html: string) => attributesOf(html, "link[rel=canonical]", "href")[0];
const origin = () => new URL(process.env.PUBLIC_ORIGIN ?? "").origin;

test("a public page has a description, a canonical URL and link preview data", async () => {
  const html = await open("/Index/Home?utm_source=x");
  expect(canonicalOf(html)).toBe(`${origin()}/Index/Home`);
  expect(metaOf(html, "description")).toBeTruthy();
  expect(metaOf(html, "og:description")).toBe(metaOf(html, "description"));
  expect(metaOf(html, "og:title")).toContain("Meridian Cloud Hashrate");
  expect(metaOf(html, "og:url")).toBe(canonicalOf(html));
  expect(metaOf(html, "og:image")).toBe(`${origin()}/share.png`);
  expect(metaOf(html, "robots")).toBeUndefined();
});

test("a product is shared with its own picture", async () => {
  const html = await open("/MinerProductDetail/2001");
  const image = metaOf(html, "og:image") ?? "";
  expect(new URL(image).origin, "link previews load from this host only").toBe(origin());
  expect(pictureOf(image)).toMatch(/^s1200 http:.+\/images\//);
  expect(canonicalOf(html)).toBe(`${origin()}/MinerProductDetail/2001`);
});

test("a page that does not exist is marked noindex, and links to the main screens", async () => {
  const html = await open("/NoSuchPage");
  expect(metaOf(html, "robots")).toBe("noindex");
  expect(canonicalOf(html)).toBeUndefined();
  for (const path of ["/Index/Home", "/Index/Power", "/Index/Miner", "/Notice", "/LeavingMessage"]) {
    expect(html).toContain(`href="${path}"`);
  }
});

test("the sign-in page has one canonical URL, whatever its account or redirectTo", async () => {
  for (const path of ["/Login", "/Login/somebody@example.com", "/Login?redirectTo=/Assets"]) {
    expect(canonicalOf(await open(path))).toBe(`${origin()}/Login`);
  }
});

test("sitemap.xml lists the public screens, every product and every notice, and nothing private", async () => {
  const response = await sitemap.loader();
  expect(response.headers.get("content-type")).toContain("application/xml");
  const paths = [...(await response.text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = ""]) =>
    url.slice(origin().length),
  );
  expect(paths).toEqual(expect.arrayContaining(["/Index/Home", "/UserAgreement", "/PowerProductDetail/1001"]));
  expect(paths).toEqual(expect.arrayContaining(["/MinerProductDetail/2001", "/NoticeDetail?id=1"]));
  expect(new Set(paths).size).toBe(paths.length);
  for (const path of paths) expect(path).not.toMatch(/UserCenter|Assets|MyOrder|Recharge|RealName|step=/);
});

test("robots.txt excludes private pages and names the sitemap", async () => {
  const text = await robots.loader().text();
  expect(text).toContain(`Sitemap: ${origin()}/sitemap.xml`);
  for (const path of ["/UserCenter", "/Security"]) expect(text).toContain(`Disallow: ${path}\n`);
  expect(text).not.toMatch(/^Disallow: \/(Index|\s*$)/m);
});

const manifestOf = async (query: string) =>
  (await (await manifest.loader(routeArgs(new Request(`${origin()}/manifest.webmanifest${query}`)))).json()) as {
    name: string;
    lang: string;
    icons: { src: string; purpose?: string }[];
    shortcuts: { name: string; url: string }[];
    share_target: { action: string; method: string };
  };

const maskable = (icons: { src: string; purpose?: string }[]) =>
  icons.filter(({ purpose }) => purpose === "maskable").map(({ src }) => src);

test("the web manifest has shortcuts, and the contact form as its share target", async () => {
  const { shortcuts, share_target: target } = await manifestOf("?lang=en");
  expect(shortcuts.map(({ url }) => url)).toEqual(["/Index/Power", "/MyOrder", "/Assets", "/LeavingMessage"]);
  expect(shortcuts.map(({ name }) => name)).toContain("My orders");
  expect(target).toMatchObject({ action: "/LeavingMessage", method: "GET" });
});

test("the web manifest is requested with credentials, which some proxies require", async () => {
  expect(attributesOf(await open("/Index/Home"), "link[rel=manifest]", "crossorigin")).toEqual(["use-credentials"]);
});

test("format detection is off, so that iPhones turn no hydrated text into links", async () => {
  const page = await open("/Index/Home");
  const detected = attributesOf(page, "meta[name=format-detection]", "content");
  expect(detected).toEqual(["telephone=no, date=no, address=no, email=no"]);
  // Chrome on iPhones detects measures too.
  expect(attributesOf(page, "meta[name=chrome]", "content")).toEqual(["nointentdetection"]);
});

test("the web manifest has the configured name and icon, in the language of its URL", async () => {
  const english = await manifestOf("?lang=en");
  expect(english).toMatchObject({ name: "Meridian Cloud Hashrate", lang: "en" });
  expect(pictureOf(english.icons[0]?.src)).toBe(`i512 ${sandbox.url}/images/launcher.svg`);
  expect(maskable(english.icons), "no maskable icon, which Android would prefer").toEqual([]);
  expect(await manifestOf("?lang=xx")).toMatchObject({ name: "子午線雲算力", lang: "zh-Hant" });
});

test("security.txt has the contact for vulnerabilities and expires within a year (RFC 9116)", async () => {
  const text = await (await security.loader()).text();
  const fields = text.trimEnd().split("\n");
  expect(fields.map((line) => line.replace(/(?<=Expires: ).*/, "…"))).toEqual([
    `Contact: ${SUPPORT}`,
    `Contact: ${origin()}/LeavingMessage`,
    "Expires: …",
    "Preferred-Languages: zh-Hant, en",
    `Canonical: ${origin()}/.well-known/security.txt`,
  ]);
  const [, expires = ""] = /^Expires: (\d{4}-\d\d-\d\dT00:00:00\.000Z)$/m.exec(text) ?? [];
  expect(Date.parse(expires)).toBeGreaterThan(Date.now() + 30 * DAY_MS);
  expect(Date.parse(expires)).toBeLessThan(Date.now() + 365 * DAY_MS);
});

test("security.txt names the company's address, or else only the contact form", async () => {
  await sandbox.fail("kv", { kind: "html" });
  expect(await (await security.loader()).text()).toMatch(/^Contact: http\S+\/LeavingMessage\nExpires/);
  setContent({ legal: {}, texts: {}, company: { name: "Example", email: "security?%@example.com" } });
  onTestFinished(() => setContent(undefined));
  expect(await (await security.loader()).text()).toContain("Contact: mailto:security%3F%25@example.com\n");
});

test.each([
  ["favicon.ico", [0, 0, 1, 0]],
  ["apple-touch-icon.png", [0x89, 0x50, 0x4e, 0x47]],
] as const)("/%s exists for clients that request it without a page", (name, begins) => {
  expect([...readFileSync(`public/${name}`).subarray(0, 4)]).toEqual(begins);
});
