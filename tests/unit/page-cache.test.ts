import { readFileSync } from "node:fs";
import { beforeEach, expect, test, vi } from "vitest";
import { LIMITS } from "~server/limits";
import { PAGE_STALE_MS } from "@storefront/page-cache/stored-pages";
import { ROWS } from "~server/pages";
import type { BuiltPage } from "~server/page-cache/cacheable";
import { currentDependencies, notePublicChange } from "@storefront/upstream-client/cache-dependencies";
import { flowCookieName } from "~server/session/flow-session";
import { sessionCookie, sessionCookieName } from "~server/session/session";
import { ask, HOST, openStorefront, openWire, post } from "../support/test-storefront";

/** The requests that reached the app. */
let rendered: Request[] = [];
let respond: (request: Request) => Response | Promise<Response>;

const page = (text: string, init: ResponseInit = {}) =>
  new Response(text, { ...init, headers: { "Content-Type": "text/html", ...(init.headers as object) } });

const FRESH_MS = 10_000;
const DECLARED: BuiltPage[] = [
  { shape: "/Home", hydrates: false, freshMs: FRESH_MS, device: ["ios"] },
  { shape: "/List", hydrates: true, freshMs: FRESH_MS, rendered: ["page"] },
  { shape: "/Product/*", hydrates: true, freshMs: FRESH_MS, rendered: ["step"], cookies: ["flow"] },
  { shape: "/News", hydrates: false, freshMs: FRESH_MS, search: ["q"], cookies: ["read"] },
  { shape: "/One", hydrates: false, freshMs: FRESH_MS, query: { id: "any", view: ["short"] }, marksRead: true },
  { shape: "/robots.txt", hydrates: false, freshMs: FRESH_MS, file: true },
];

beforeEach(() => {
  rendered = [];
  respond = (request) => page(`${new URL(request.url).pathname}${new URL(request.url).search}`);
});

test("pages are fresh and stale for the documented times", () => {
  const textOf = (path: string) =>
    readFileSync(new URL(`../../docs/${path}`, import.meta.url), "utf8").replace(/\s+/g, " ");
  const [fastest, ...others] = [...new Set(ROWS.flatMap(({ cached }) => cached?.freshMs ?? []))].sort((a, b) => a - b);
  expect([fastest, ...others]).toEqual([10_000, 30_000, 3_600_000]);
  const stale = `${PAGE_STALE_MS / 60_000} min`;
  const promise = textOf("behaviour/14-page-cache.md");
  expect(promise).toContain(
    "fresh for 10 s if it shows prices, for an hour if it shows only texts, and for 30 s otherwise",
  );
  expect(promise).toContain(`served stale, for ${stale} at most`);
  expect(textOf("operate/run.md")).toContain(`within 30 to 60 s, or within ${stale}`);
});

/** The HTTP layer with cached pages; for everything else the app returns "the app", or 404 for URLs with "no-". */
function open(options: Parameters<typeof openStorefront>[1] = {}) {
  const status = (url: string) => (decodeURI(url).includes("no-") ? 404 : 200);
  return openStorefront(
    (req, res) => void res.status(status(req.url)).set("Cache-Control", "no-store").send("the app"),
    {
      routes: ["/Home", "/List", "/Product/:id", "/News", "/One", "/robots.txt", "/Login/:account?"],
      pages: {
        cacheable: new Map(DECLARED.map((declared) => [declared.shape, declared])),
        render: async (request) => {
          rendered.push(request);
          return respond(request);
        },
      },
      ...options,
    },
  );
}

const PHONE =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36";

const text = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).body.toString();

test("a public page is rendered once for all visitors, without personal headers (behaviour 14.1, 14.2)", async () => {
  const { port } = await open();
  const first = await ask(port, "/Home", {
    headers: { "User-Agent": "one", Referer: "http://x.example/", Cookie: "a=b" },
  });
  const second = await ask(port, "/Home", { headers: { "User-Agent": "two", "Accept-Language": "en" } });
  expect(second.body.toString()).toBe(first.body.toString());
  expect(rendered).toHaveLength(1);
  expect(Object.fromEntries(rendered[0]?.headers ?? [])).toEqual({
    "user-agent": "Android",
    cookie: "ulan=el_GR; scripts=on",
  });
});

test("language, device class and scripts each vary the cached page if it depends on them", async () => {
  const { port } = await open();
  const variations = [
    {},
    { Cookie: "ulan=en_US" },
    { "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0)" },
    { "Save-Data": "on" },
    { Cookie: "scripts=off" },
    { Cookie: "ulan=nonsense" },
  ];
  for (const headers of variations) await ask(port, "/Home", { headers });
  expect(rendered).toHaveLength(4);
  for (const headers of variations) await ask(port, "/List", { headers });
  expect(rendered).toHaveLength(4 + 4);
  for (const headers of variations) await ask(port, "/robots.txt", { headers });
  expect(rendered).toHaveLength(4 + 4 + 1);
});

test("requests with a session, toast or cookie that the page reads reach the app, and are not cached", async () => {
  const { port } = await open();
  for (const cookie of [`${sessionCookieName()}=x`, "ulan=en_US; flash=x", "flash="]) {
    expect(await text(port, "/Home", { headers: { Cookie: cookie } })).toBe("the app");
  }
  expect(await text(port, "/Product/1", { headers: { Cookie: "flow=x" } })).toBe("the app");
  expect(await text(port, "/News", { headers: { Cookie: "read=x" } })).toBe("the app");
  expect(rendered).toHaveLength(0);
  expect(await text(port, "/Home", { headers: { Cookie: "flow=x; read=x" } })).toBe("/Home");
  expect(await text(port, "/Home", { headers: { Cookie: `${sessionCookieName()}=x` } })).toBe("the app");
});

test("a query parameter that the route does not declare is in neither key nor page", async () => {
  const { port } = await open();
  for (const query of ["", "?utm_source=a", "?fbclid=b&utm_source=c", "?page2=3", "?id=7"]) {
    expect(await text(port, `/Home${query}`)).toBe("/Home");
  }
  expect(rendered).toHaveLength(1);
});

test("a declared query parameter selects the page, and only known values count", async () => {
  const { port } = await open();
  expect(await text(port, "/One?utm=1&id=7")).toBe("/One?id=7");
  expect(await text(port, "/One?id=8&view=short")).toBe("/One?id=8&view=short");
  expect(await text(port, "/One?view=%3Cb%3E&id=7&id=9")).toBe("/One?id=7");
  expect(rendered).toHaveLength(2);
});

test("steps, further pages, searches, data requests and encoded ids are rendered by the app", async () => {
  const { port } = await open();
  const addresses = ["/Product/1?step=code", "/List?page=2", "/News?q=x", "/Home?_data=root"];
  for (const address of [...addresses, "/Product/%31", "/Login/me"]) expect(await text(port, address)).toBe("the app");
  expect(rendered).toHaveLength(0);
});

test("all unknown URLs share one page, which does not repeat the URL", async () => {
  respond = (request) => page(new URL(request.url).pathname, { status: 404 });
  const { port } = await open();
  for (const address of ["/nowhere", "/any/where?x=1", "/wp-login.php"]) {
    const response = await ask(port, address);
    expect([response.status, response.body.toString()]).toEqual([404, "/404"]);
  }
  expect(rendered).toHaveLength(1);
});

test("while that page is cached, a link with text behind it still leads to its page", async () => {
  respond = (request) => page(new URL(request.url).pathname, { status: 404 });
  const { port } = await open();
  await ask(port, "/nowhere");
  for (const end of ["%E3%80%82", "%EF%BC%88%E5%88%86%E4%BA%AB", ").", "%20"]) {
    const { status, headers } = await ask(port, `/Home${end}?utm_source=x`);
    expect([status, headers.location]).toEqual([301, "/Home?utm_source=x"]);
    expect((await ask(port, `/nowhere${end}`)).status).toBe(404);
  }
  expect(rendered).toHaveLength(1);
});

test("an error, an unknown product and a response with a cookie are shown and not cached", async () => {
  const { port } = await open();
  for (const status of [503, 404, 301]) {
    respond = () => page("not kept", { status, headers: { "Retry-After": "10" } });
    rendered = [];
    const responses = [await ask(port, "/Product/1"), await ask(port, "/Product/1")];
    expect(responses.map((response) => response.status)).toEqual([status, status]);
    expect(responses[0]?.headers).toMatchObject({ "cache-control": "no-store", "retry-after": "10" });
    expect(rendered).toHaveLength(2);
  }
  rendered = [];
  respond = () => page("for one", { headers: { "Set-Cookie": "a=secret" } });
  for (let visit = 0; visit < 2; visit += 1) {
    expect((await ask(port, "/Home")).headers["set-cookie"]).toBeUndefined();
  }
  expect(rendered).toHaveLength(2);
});

test("after 30 s the stale page is served while one render renews it; after 5 min visitors wait for the new one", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  let version = 1;
  respond = () => page(`version ${version}`);
  const { port } = await open();
  await ask(port, "/Home");
  version = 2;
  vi.setSystemTime(Date.now() + FRESH_MS - 1);
  expect(await text(port, "/Home")).toBe("version 1");
  expect(rendered).toHaveLength(1);
  vi.setSystemTime(Date.now() + 2);
  const stale = await Promise.all([text(port, "/Home"), text(port, "/Home"), text(port, "/Home")]);
  expect(stale[0]).toBe("version 1");
  await vi.waitFor(async () => expect(await text(port, "/Home")).toBe("version 2"));
  expect(rendered).toHaveLength(2);
  version = 3;
  vi.setSystemTime(Date.now() + FRESH_MS + PAGE_STALE_MS + 1);
  expect(await text(port, "/Home")).toBe("version 3");
});

test("a renewal that returns an error drops the page; one that throws keeps the last", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { port, logged } = await open();
  await ask(port, "/Home");
  respond = () => Promise.reject(new Error("canary"));
  vi.setSystemTime(Date.now() + FRESH_MS + 1);
  expect(await text(port, "/Home")).toBe("/Home");
  expect((await logged(3)).join("")).toMatch(/revalidating a cached page failed/);
  respond = () => page("unavailable", { status: 503 });
  await vi.waitFor(async () => expect(await text(port, "/Home")).toBe("unavailable"));
});

test("a page that the browser already has gets 304, with its Vary header", async () => {
  const { port } = await open();
  const { headers } = await ask(port, "/List");
  expect(headers).toMatchObject({
    "cache-control": "private, no-cache, no-transform",
    vary: "Cookie, Save-Data, Accept-Encoding",
    "x-content-type-options": "nosniff",
    etag: expect.stringMatching(/^W\/"[\w-]{22}"$/) as string,
  });
  const again = await ask(port, "/List", { headers: { "If-None-Match": `"x", ${headers.etag ?? ""}` } });
  expect([again.status, again.body.byteLength]).toEqual([304, 0]);
  expect(again.headers).toMatchObject({
    etag: headers.etag,
    vary: headers.vary,
    "cache-control": "private, no-cache, no-transform",
  });
  expect((await ask(port, "/List", { headers: { "If-None-Match": '"x"' } })).status).toBe(200);
  const head = await ask(port, "/List", { method: "HEAD" });
  expect([head.status, head.body.byteLength, head.headers["content-length"]]).toEqual([200, 0, "5"]);
});

test("a cached page passes the same guards, and has its own request id and log line", async () => {
  const { port, logged } = await open();
  const ids = [await ask(port, "/Home?canary=1"), await ask(port, "/Home")].map(
    ({ headers }) => headers["x-request-id"],
  );
  expect(new Set(ids).size).toBe(2);
  const lines = (await logged(2)).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.map(({ requestId }) => requestId)).toEqual(ids);
  expect(lines[1]).toMatchObject({ method: "GET", path: "/Home", status: 200, msg: "request" });
  expect(lines[1]?.["bytes"]).toBeGreaterThan(5);
  expect(lines.join("")).not.toContain("canary");

  expect((await ask(port, "/Home", { headers: { Host: "evil.example" } })).status).toBe(421);
  expect((await ask(port, "/Home", { headers: { "Content-Length": 1 }, body: "x" })).status).toBe(400);
  expect((await post(port, "/Home")).body.toString()).toBe("the app");
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`X-${index}`, "1"]));
  expect((await ask(port, "/Home", { headers: many })).status).toBe(431);
  const wire = await openWire(port);
  wire.write(`GET /Home HTTP/1.1\r\nHost: ${HOST}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
  expect(await wire.ended).toMatch(/^HTTP\/1.1 4\d\d/);
});

test("during a drain a cached page closes its connection", async () => {
  const { port, storefront } = await open();
  await ask(port, "/Home");
  const wire = await openWire(port);
  wire.write(`GET /Home HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`);
  await wire.received("/Home");
  const draining = storefront.drain(5_000);
  wire.write(`GET /Home HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`);
  expect((await wire.ended).match(/HTTP\/1.1 200/g)?.length ?? 0).toBeGreaterThan(0);
  expect(await draining).toBe(true);
});

test("opening a notice marks it as read for that visitor; prefetching it does not (behaviour 14.7)", async () => {
  const { port } = await open();
  const cookies = [];
  for (const headers of [{}, {}, { Cookie: "read=AAAAAAAA" }, { "Sec-Purpose": "prefetch" }]) {
    cookies.push((await ask(port, "/One?id=7", { headers })).headers["set-cookie"]?.[0]);
  }
  expect(cookies[0]).toMatch(/^read=[\w-]{8};/);
  expect(cookies[1]).toBe(cookies[0]);
  expect(cookies[2]).toMatch(/^read=AAAAAAAA[\w-]{8};/);
  expect(cookies[3]).toBeUndefined();
  expect(rendered).toHaveLength(1);
});

test("a first visit from a desktop is redirected to the main site, cached page or not", async () => {
  const { port } = await open({ env: { MAIN_SITE_ORIGIN: "https://www.example.com" } });
  const desktop = { Accept: "text/html", "User-Agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/120.0" };
  await ask(port, "/Home");
  const first = await ask(port, "/Home", { headers: desktop });
  expect([first.status, first.headers.location]).toEqual([302, "https://www.example.com/"]);
  const phone = await ask(port, "/Home", { headers: { Accept: "text/html", "User-Agent": PHONE } });
  expect([phone.status, phone.headers["set-cookie"]?.[0]]).toEqual([200, expect.stringMatching(/^seen=1/)]);
  const marked = await ask(port, "/Home", { headers: { ...desktop, Cookie: "seen=1" } });
  expect([marked.status, marked.headers["set-cookie"]]).toEqual([200, undefined]);
});

test("a visitor with too many misses or searches gets 429", async () => {
  respond = (request) => page("?", { status: request.url.endsWith("/1") ? 200 : 404 });
  const { port } = await open();
  expect((await ask(port, "/Product/1")).status).toBe(200);
  for (let at = 0; at < LIMITS.lookups.points; at += 1) await ask(port, at % 2 ? "/News?q=x" : `/Product/no-${at}`);
  for (const address of ["/Product/no", "/News?q=y", "/One?id=1"]) {
    const response = await ask(port, address);
    expect([response.status, response.headers["retry-after"]]).toEqual([429, "60"]);
  }
  // Cached pages, and URLs without made-up ids, are still shown.
  expect((await ask(port, "/Product/1")).status).toBe(200);
  expect((await ask(port, "/List")).status).not.toBe(429);
});

test("a cookie, another spelling or query does not bypass that limit, which does not affect signed-in visitors (behaviour 14.3)", async () => {
  respond = (request) => page("?", { status: request.url.endsWith("/1") ? 200 : 404 });
  const { port } = await open();
  const flow = { Cookie: `${flowCookieName()}=made-up` };
  const ways: [address: string, headers?: Record<string, string>][] = [
    ["/Product/no-1", flow],
    ["/Product/no-1", { Cookie: `${sessionCookieName()}=made-up` }],
    ["/Product/%6eo-1"],
    ["/Product/no-1?step=code"],
    ["/Product/no-1?_data=routes"],
    [`/Product/no-1?x=${"x".repeat(300)}`],
    ["/One?id=no-1&_data=routes"],
    ["/News?q=x&_data=routes"],
  ];
  const asked = ([address, headers = {}]: (typeof ways)[number]) => ask(port, address, { headers });
  expect((await ask(port, "/Product/1")).status).toBe(200);
  for (let at = 0; at < LIMITS.lookups.points; at += ways.length) {
    const some = ways.slice(0, LIMITS.lookups.points - at);
    for (const way of some) expect((await asked(way)).status).not.toBe(429);
  }
  for (const way of ways) expect((await asked(way)).status, way.join()).toBe(429);
  const session = (await sessionCookie({ token: "t", account: "a" })).split(";", 1)[0] ?? "";
  expect((await ask(port, "/Product/2?step=code", { headers: { Cookie: session } })).status, "signed in").toBe(200);
  expect((await ask(port, "/Product/1", { headers: flow })).status, "a cached page").toBe(200);
});

test("the cache is limited in bytes, and evicts the least recently used page", async () => {
  const large = "x".repeat(4 * 1024 * 1024);
  respond = () => page(large);
  const { port } = await open();
  for (let id = 0; id < 8; id += 1) await ask(port, `/One?id=${id}`, { method: "HEAD" });
  rendered = [];
  await ask(port, "/One?id=7", { method: "HEAD" });
  expect(rendered).toHaveLength(0);
  await ask(port, "/One?id=0", { method: "HEAD" });
  expect(rendered).toHaveLength(1);
});

test("a page is dropped when an upstream response that it shows changes", async () => {
  respond = () => {
    currentDependencies()?.keys.add("prices");
    return page("prices");
  };
  const { port } = await open();
  await ask(port, "/Home");
  notePublicChange("notices");
  await ask(port, "/Home");
  expect(rendered).toHaveLength(1);
  notePublicChange("prices");
  await ask(port, "/Home");
  expect(rendered).toHaveLength(2);
});

test("browsers prefetch only public pages, and none with Save-Data", async () => {
  const { port } = await open({ files: { "speculation-rules.json": "{}" } });
  const page = await ask(port, "/Home", { headers: { "Sec-Purpose": "prefetch;anonymous-client-ip" } });
  expect([page.status, page.headers["speculation-rules"]]).toEqual([200, '"/speculation-rules.json"']);
  const saving = await ask(port, "/Home", { headers: { "Save-Data": "on" } });
  expect([saving.status, saving.headers["speculation-rules"]]).toEqual([200, undefined]);
  expect((await ask(port, "/speculation-rules.json")).headers["content-type"]).toBe(
    "application/speculationrules+json",
  );
  const session = { Cookie: `${sessionCookieName()}=x` };
  for (const purpose of [{ "Sec-Purpose": "prefetch" }, { Purpose: "prefetch" }, { "X-Moz": "prefetch" }]) {
    expect((await ask(port, "/Home", { headers: { ...session, ...purpose } })).status).toBe(503);
    expect((await ask(port, "/Login/me", { headers: purpose })).status).toBe(503);
  }
  expect((await ask(port, "/Home", { headers: session })).status).toBe(200);
});

test("a navigation preload gets only cached pages; the service worker requests others again", async () => {
  const { port } = await open({ env: { MAIN_SITE_ORIGIN: "https://www.example.com" } });
  const preload = { "Service-Worker-Navigation-Preload": "kept" };
  const session = { Cookie: `${sessionCookieName()}=x` };
  expect((await ask(port, "/Home", { headers: preload })).status).toBe(200);
  for (const [address, headers] of [
    ["/Home", session],
    ["/Login/me", {}],
    ["/News?q=x", {}],
  ] as const) {
    const { status, headers: sent } = await ask(port, address, { headers: { ...headers, ...preload } });
    expect([status, sent["cache-control"]]).toEqual([204, "no-store"]);
    expect((await ask(port, address, { headers })).status).toBe(200);
  }
  // The worker of an older build shows any response, so it gets the page.
  expect((await ask(port, "/Login/me", { headers: { "Service-Worker-Navigation-Preload": "true" } })).status).toBe(200);
  const desktop = { Accept: "text/html", "User-Agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/120.0" };
  const first = await ask(port, "/Home", { headers: { ...desktop, ...preload } });
  expect([first.status, first.headers["set-cookie"]]).toEqual([204, undefined]);
  expect((await ask(port, "/Home", { headers: desktop })).status).toBe(302);
});

/** Headers that may differ between two responses with one page: date and id. */
const ITS_OWN = ["date", "x-request-id"];

const METHODS = ["GET", "HEAD"];
const ENCODINGS = ["br", "identity"];
const VARIANTS = METHODS.flatMap((method) => ENCODINGS.map((encoding) => [method, encoding] as const));

test.each(VARIANTS)("a cached response has the same headers as the first: %s, %s", async (method, encoding) => {
  respond = (request) => {
    const isFile = request.url.endsWith(".txt");
    return page("x".repeat(2_000), {
      status: request.url.endsWith("/404") ? 404 : 200,
      headers: isFile ? { "Cache-Control": "public, max-age=60" } : { "Content-Security-Policy": "default-src 'self'" },
    });
  };
  const paths = ["/Home", "/List", "/Product/1", "/One?id=7", "/robots.txt", "/nowhere"];
  const { port } = await open();
  for (const path of paths) {
    for (const language of ["el_GR", "en_US"]) {
      const headers = { Cookie: `ulan=${language}`, "Accept-Encoding": encoding };
      const headOf = async (known?: string) => {
        const { status, headers: all } = await ask(port, path, {
          method,
          headers: known ? { ...headers, "If-None-Match": known } : headers,
        });
        const own = encoding === "identity" ? ITS_OWN : [...ITS_OWN, "content-length"];
        return { status, headers: Object.fromEntries(Object.entries(all).filter(([name]) => !own.includes(name))) };
      };
      const first = await headOf();
      expect(first.headers["content-security-policy"], path).toBeTruthy();
      expect(await headOf(), path).toEqual(first);
      const etag = String(first.headers.etag);
      const again = await headOf(etag);
      expect([again.status, again.headers["content-security-policy"]], path).toEqual([
        304,
        first.headers["content-security-policy"],
      ]);
      expect(await headOf(etag), path).toEqual(again);
    }
  }
});
