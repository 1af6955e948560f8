import { afterAll, beforeAll, expect, test } from "vitest";
import { routeTable } from "@storefront/remix-runtime/route-table";
import { FIRST_PAGES } from "~server/documents/first-pages";
import { sharedSheets } from "@storefront/critical-css/shared-file";
import { readStyleSheets } from "@storefront/critical-css/style-sheets";
import { STYLES_COOKIE } from "~server/documents/styles-cookie";
import { cacheablePages, NOT_FOUND, type BuiltPage } from "~server/page-cache/cacheable";
import { headersOf, variantOf } from "~server/page-cache/variant";
import { startSandbox, type Sandbox } from "@storefront/sandbox/start";
import { flowCookie } from "~server/session/flow-session";
import { freePort, sandboxedVariables, startStorefront, type StorefrontProcess } from "~tools/demo/storefront-process";
import { CLIENT_BUILD, clientManifest, SERVER_BUILD } from "../support/built";
import { withEnv } from "../support/environment";
import { sampleOf } from "@storefront/test-support/sample";
import { freshFolder } from "@storefront/test-support/fresh-folder";

/**
 * The key of a cached page covers everything that the page depends on. The app without its cache renders each page for
 * every header and cookie that may change it, and for the request that the page cache would make.
 */

const PATHS = [
  ...["/Index/Home", "/Index/Power", "/Index/Miner", "/Index/AboutUs", "/PowerProductDetail/1001"],
  ...["/MinerProductDetail/2001", "/Notice", "/NoticeDetail?id=10", "/PrivacyAgreement", "/UserAgreement"],
  ...["/Genuine", "/AppDownload", "/AppDownload?platform=ios", "/Estimate", "/Help", "/404"],
  ...["/robots.txt", "/sitemap.xml"],
  ...["/manifest.webmanifest", "/manifest.webmanifest?lang=en", "/Notice.atom", "/Notice.atom?lang=en"],
  ...["/Offline", "/sw.js", "/sw.js?lang=en_US"],
];
const BROWSERS = [
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari Line/13.20.0",
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36 MicroMessenger/8.0.30",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36",
  "Googlebot/2.1",
];

const styles = readStyleSheets(CLIENT_BUILD, sharedSheets(clientManifest().routes, FIRST_PAGES));

type Sent = Record<string, string>;

const variables: { env?: Record<string, string> } = {};
let sandbox: Sandbox | undefined;
let storefront: StorefrontProcess | undefined;
let cacheable = new Map<string, BuiltPage>();
let shapeOf = (_: string) => "";
let everyShape: ReadonlySet<string> = new Set();

beforeAll(async () => {
  sandbox = await startSandbox();
  variables.env = {
    ...sandboxedVariables({ port: await freePort(25_500), sandboxUrl: sandbox.url }),
    DATA_DIR: freshFolder("storefront-pages"),
    PAGE_CACHE: "off",
  };
  storefront = await startStorefront({ env: variables.env });
  const build = (await import(SERVER_BUILD)) as Parameters<typeof cacheablePages>[0];
  cacheable = cacheablePages(build);
  ({ shapeOf, shapes: everyShape } = routeTable(build.routes));
});

afterAll(async () => {
  await storefront?.stop();
  await sandbox?.close();
});

async function shown(path: string, headers: Sent): Promise<string> {
  const response = await fetch(new URL(path, storefront?.url), { headers });
  const shownHeaders = ["content-type", "content-security-policy", "location"].map((name) =>
    response.headers.get(name),
  );
  const text = (await response.text()).replaceAll(PUBLIC_TOKEN, "token");
  return [response.status, ...shownHeaders, text].join("\n");
}

/** The token of shared pages, which changes at four times of the day. */
const PUBLIC_TOKEN = /\b[0-9a-z]+\.0{16}\.p[\w-]{22}\.[\w-]{43}/g;

/** Headers that vary language, browser and scripts, and headers that must not matter. */
function variations(flow: string, page: BuiltPage): Sent[] {
  const languages = ["", "ulan=el_GR", "ulan=en_US"];
  const ofBrowser = BROWSERS.flatMap((browser) =>
    languages.slice(1).map((Cookie) => ({ "User-Agent": browser, Cookie })),
  );
  const ofScripts = ["scripts=on", "scripts=off", "scripts=failed"].flatMap((Cookie) => [
    { Cookie },
    { Cookie, "Save-Data": "on" },
  ]);
  const foreign = ["seen=1", "receipt=x", "ulan=en", "_ga=1", "read2=x"];
  const own = [
    ...(page.cookies?.includes("flow") ? [] : [flow]),
    ...(page.cookies?.includes("read") ? [] : ["read=AAAAAAAA"]),
    ...(page.cookies?.includes("saved") ? [] : ["saved=1001", "compare=1001"]),
  ];
  return [
    ...ofBrowser,
    ...ofScripts,
    ...languages.map((Cookie) => ({ Cookie, "Save-Data": "on" })),
    ...["ulan=en_US; ", ""].map((other) => ({ Cookie: `${other}${STYLES_COOKIE}=${styles?.version}` })),
    ...[...foreign, `${STYLES_COOKIE}=of-before`, ...own].map((Cookie) => ({ Cookie })),
    { "Accept-Language": "en-US", Referer: "https://example.com/", DNT: "1", "Sec-Fetch-Dest": "document" },
    { "X-Forwarded-For": "203.0.113.7", "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https" },
    { "Cache-Control": "no-cache", Pragma: "no-cache", Range: "bytes=0-9" },
  ];
}

test.each(PATHS.map((path, at) => [path, at] as const))(
  "%s depends only on what its route declares",
  async (path, at) => {
    const page = cacheable.get(shapeOf(path.split("?")[0] ?? "")) ?? NOT_FOUND;
    const flow = await withEnv(variables.env ?? {}, () => flowCookie({ id: "0123456789abcdef0123" }));
    // `npm test` tries one half of the requests for each page, and the other half for the next one.
    const asked = sampleOf(variations(flow.split(";")[0] ?? "", page), 2, at).map((headers) => {
      const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
      return { headers, variant: variantOf(page, sent, styles) };
    });
    const cached = new Map<number, string>();
    for (const variant of new Set(asked.map((one) => one.variant))) {
      cached.set(variant, await shown(path, Object.fromEntries(headersOf(variant, styles))));
    }
    for (const { headers, variant } of asked) {
      expect(await shown(path, headers), JSON.stringify(headers)).toBe(cached.get(variant));
    }
  },
);

/** Left out: notices, which are marked as read; files, which are not pages; and the page of a missing URL. */
const NOT_FOR_OFFLINE = ["/NoticeDetail", "/robots.txt", "/sitemap.xml", "/manifest.webmanifest", "/Notice.atom", "/*"];

test("the service worker handles exactly the pages that are cached for everybody", async () => {
  const [, facts = "{}"] = /const OFFLINE=(\{.*\});/.exec(await shown("/sw.js?lang=en_US", {})) ?? [];
  const { pages } = JSON.parse(facts) as { pages: string };
  const isCached = (path: string) => path === "/Offline" || new RegExp(pages).test(path);
  const shapes = [...cacheable].filter(([shape]) => !NOT_FOR_OFFLINE.includes(shape) && shape !== "/sw.js");
  expect(shapes.filter(([shape]) => !isCached(shape.replace("*", "1001"))).map(([shape]) => shape)).toEqual([]);
  const others = [...everyShape].filter((shape) => !cacheable.has(shape) && shape !== "/*");
  expect(others.length).toBeGreaterThan(20);
  expect(others.filter((shape) => isCached(shape.replace("*", "1001")))).toEqual([]);
});

test("this file requests every cacheable page", () => {
  const shapes = new Set(PATHS.map((path) => shapeOf(path.split("?")[0] ?? "")));
  expect([...cacheable.keys()].filter((shape) => !shapes.has(shape))).toEqual([]);
  expect(cacheable.size).toBeGreaterThan(12);
});
