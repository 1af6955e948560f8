import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { Exchange } from "@storefront/http-server/exchange";
import * as route from "~/routes/sw[.]js/route";
import { readOfflineLanguage } from "~server/i18n/locale";
import { browserAt } from "../../support/documents";
import { withEnv } from "../../support/environment";
import { linksOf, textOf } from "../../support/html";
import { pages } from "../../support/pages";
import { useUpstream } from "../../support/upstream";
import { pageRequest } from "../../support/requests";
import { ask, openStorefront, post } from "../../support/test-storefront";
import { routeArgs } from "../../support/route-args";

/** The worker that caches public pages (behaviour 2.123), in a separate context. */

await useUpstream();

const ORIGIN = "https://shop.example";
const PAGE = '<title>A &amp; B</title><main id="main"><p id="kept">none</p></main>';

const workerOf = (query = "") => route.loader(routeArgs(pageRequest(`/sw.js${query}`)));
const scriptOf = (query = "") => workerOf(query).text();

interface Asked {
  url: string;
  init: RequestInit | undefined;
}

/** The browser APIs that the worker uses. */
async function worker({ saveData = false, script = scriptOf("?lang=en_US") } = {}) {
  const listeners = new Map<string, (event: unknown) => void>();
  const stores = new Map<string, Map<string, Response>>();
  const asked: Asked[] = [];
  const world = {
    online: true,
    nowMs: 1_000,
    respond: () => htmlResponse(),
    unregistered: false,
    loadedAgain: [] as string[],
  };
  const pathOf = (request: string | { url: string }) =>
    new URL(typeof request === "string" ? request : request.url, ORIGIN).pathname;
  const cacheOf = (pages: Map<string, Response>) => ({
    match: async (request: string) => pages.get(pathOf(request))?.clone(),
    put: async (request: string, response: Response) => {
      pages.delete(pathOf(request));
      pages.set(pathOf(request), response);
    },
    keys: async () => [...pages.keys()].map((path) => ({ url: ORIGIN + path })),
    delete: async (request: { url: string }) => pages.delete(pathOf(request)),
  });
  const self: Record<string, unknown> = {
    Response,
    URL,
    Promise,
    Math,
    Number,
    String,
    Date: class extends Date {
      static override now = () => world.nowMs;
    },
    location: new URL(`${ORIGIN}/sw.js`),
    navigator: { connection: { saveData } },
    caches: {
      open: async (name: string) => {
        const pages = stores.get(name) ?? new Map<string, Response>();
        stores.set(name, pages);
        return cacheOf(pages);
      },
      keys: async () => [...stores.keys()],
      delete: async (name: string) => stores.delete(name),
    },
    fetch: async (request: string | { url: string }, init?: RequestInit) => {
      asked.push({ url: typeof request === "string" ? request : request.url, init });
      if (!world.online) throw new TypeError("Failed to fetch");
      return world.respond();
    },
    skipWaiting: async () => undefined,
    clients: {
      claim: async () => undefined,
      matchAll: async () => [{ url: `${ORIGIN}/old`, navigate: async (url: string) => world.loadedAgain.push(url) }],
    },
    registration: { unregister: async () => (world.unregistered = true) },
    addEventListener: (type: string, listen: (event: unknown) => void) => listeners.set(type, listen),
  };
  self["self"] = self;
  runInContext(await script, createContext(self));

  /** Dispatches an event to the worker, and waits until it has finished. */
  async function dispatch(type: string, event: object = {}): Promise<Response | undefined> {
    const work: Promise<unknown>[] = [];
    let response: Promise<Response> | undefined;
    listeners.get(type)?.({
      waitUntil: (promise: Promise<unknown>) => work.push(promise),
      respondWith: (given: Promise<Response>) => (response = given),
      ...event,
    });
    const given = await response;
    await Promise.all(work);
    return given;
  }
  const open = (path: string, request: object = {}) =>
    dispatch("fetch", { request: { method: "GET", mode: "navigate", url: new URL(path, ORIGIN).href, ...request } });
  const paths = () => [...stores.values()].flatMap((pages) => [...pages.keys()]);
  return { world, dispatch, open, paths, asked, stores, install: () => dispatch("install") };
}

function htmlResponse(headers: Record<string, string> = {}, status = 200): Response {
  return new Response(PAGE, { status, headers: { "Content-Type": "text/html; charset=utf-8", ...headers } });
}

test("the worker is small, revalidated each time, and may fetch only from this site", async () => {
  const response = workerOf("?lang=en_US");
  expect(response.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe("no-cache");
  expect(response.headers.get("content-security-policy")).toBe("default-src 'none'; connect-src 'self'");
  expect(gzipSync(await response.text()).byteLength).toBeLessThan(3_000);
});

test("the worker's installation caches two pages without cookies, one with Save-Data", async () => {
  const { install, asked, paths } = await worker();
  await install();
  expect(paths()).toEqual(["/Offline", "/Index/Home"]);
  expect(asked.map(({ url }) => url)).toEqual(["/Offline?offline=en_US", "/Index/Home?offline=en_US"]);
  for (const { init } of asked) {
    expect(init).toEqual({ credentials: "omit", redirect: "error", headers: { "Save-Data": "on" } });
  }
  const saving = await worker({ saveData: true });
  await saving.install();
  await saving.open("/Index/Power");
  expect(saving.paths()).toEqual(["/Offline"]);
});

test.each([
  ...["/", "/UserCenter", "/MyOrder", "/Assets", "/Login", "/Register", "/LeavingMessage", "/InvitationCode"],
  ...["/Index/Power?q=a", "/PowerProductDetail/1001?step=confirm", "/PowerProductDetail/", "/Successpay", "/sw.js"],
  ...["/assets/a.js", "/pictures/a/b/c", "/Index/Home/", "/index/home", "https://other.example/Index/Home"],
])("the worker does not handle %s, online or offline", async (path) => {
  const { open, world, asked, paths } = await worker();
  expect(await open(path)).toBeUndefined();
  world.online = false;
  expect(await open(path)).toBeUndefined();
  expect([asked, paths()]).toEqual([[], []]);
});

test("a page comes from the network, and a second request caches it once a day", async () => {
  const { open, world, asked, paths } = await worker();
  const page = await open("/Index/Power");
  expect(await page?.text()).toBe(PAGE);
  await open("/Index/Power");
  expect(paths()).toEqual(["/Index/Power"]);
  const url = "/Index/Power?offline=en_US";
  expect(asked.filter((one) => one.url === url)).toHaveLength(1);
  world.nowMs += 86_400_001;
  await open("/Index/Power");
  expect(asked.filter((one) => one.url === url)).toHaveLength(2);
});

test.each([
  ["a page is shown", 200, []],
  ["nothing is requested a second time", 204, [`${ORIGIN}/Index/Power`]],
  ["an error is requested a second time", 503, [`${ORIGIN}/Index/Power`]],
])("requests during its start-up: %s", async (_, status, again) => {
  const { dispatch, asked } = await worker();
  const request = { method: "GET", mode: "navigate", url: `${ORIGIN}/Index/Power` };
  const page = await dispatch("fetch", { request, preloadResponse: Promise.resolve({ status }) });
  expect(page?.status).toBe(200);
  expect(asked.map(({ url }) => url).filter((url) => url.startsWith(ORIGIN))).toEqual(again);
});

test("a cached page that Safari marks as redirected is served unmarked, or it would be rejected", async () => {
  const { dispatch, asked } = await worker();
  const request = { method: "GET", mode: "navigate", url: `${ORIGIN}/Index/Home` };
  const preloaded = Object.defineProperty(htmlResponse({ ETag: '"1"' }), "redirected", { value: true });
  const page = await dispatch("fetch", { request, preloadResponse: Promise.resolve(preloaded) });
  expect(page?.redirected).toBe(false);
  expect([page?.status, page?.headers.get("etag"), await page?.text()]).toEqual([200, '"1"', PAGE]);
  expect(asked.filter(({ url }) => url === request.url)).toEqual([]);
});

test.each([
  ["no-store", () => htmlResponse({ "Cache-Control": "private, no-store" })],
  ["not a page", () => new Response("{}", { headers: { "Content-Type": "application/json" } })],
  ["an error", () => htmlResponse({}, 503)],
  ["missing", () => htmlResponse({}, 404)],
])("a response that is %s is shown and not cached", async (_, response) => {
  const { open, world, paths } = await worker();
  world.respond = response;
  expect(await open("/Index/Power")).toBeDefined();
  expect(paths()).toEqual([]);
});

test("offline, a cached page states its date, with its original policy", async () => {
  const { open, world } = await worker();
  world.respond = () =>
    htmlResponse({ "Content-Security-Policy": "script-src 'none'", "Set-Cookie": "a=b", "X-Y": "z" });
  world.nowMs = Date.UTC(2026, 0, 2, 3, 4, 5);
  await open("/Notice");
  world.online = false;
  const page = await open("/Notice");
  expect(page?.headers.get("content-security-policy")).toBe("script-src 'none'");
  expect([...(page?.headers.keys() ?? [])]).toEqual(["content-security-policy", "content-type", "x-fetched-at"]);
  const html = (await page?.text()) ?? "";
  expect(html).toMatch(
    /<main id="main"><p class="note" role="status">You’re offline\. This page was saved at 1\/2\/2026/,
  );
  expect(html).toContain("11:04:05 UTC+8");
});

test("offline, other pages are listed by title, or the browser shows its own error", async () => {
  const { install, open, world } = await worker();
  world.online = false;
  await expect(open("/Notice")).rejects.toThrow("Failed to fetch");
  world.online = true;
  await install();
  world.online = false;
  const page = await open("/Notice");
  expect(page?.status).toBe(503);
  expect(await page?.text()).toContain('<a class="link-button target" href="/Index/Home">A &amp; B</a>');
});

test("caches of an older worker or the other language are removed; other caches stay", async () => {
  const { install, dispatch, stores } = await worker();
  stores.set("offline-older-en", new Map());
  stores.set("offline-other-zh-Hant", new Map());
  stores.set("somebody", new Map());
  await install();
  await dispatch("activate");
  expect([...stores.keys()].filter((name) => !/^offline-[\w-]{8}-en$/.test(name))).toEqual(["somebody"]);
  expect(stores.size).toBe(2);
});

test("with SERVICE_WORKER=off the worker removes its caches and itself", async () => {
  await withEnv({ SERVICE_WORKER: "off" }, async () => {
    const { dispatch, open, stores, world } = await worker({ script: scriptOf() });
    stores.set("offline-older-en", new Map());
    await dispatch("install");
    await dispatch("activate");
    expect([stores.size, world.unregistered, world.loadedAgain]).toEqual([0, true, []]);
    expect(await open("/Index/Home")).toBeUndefined();
  });
});

test("the worker of an earlier site on this domain, whatever its name, deletes its caches and itself, and reloads its tabs", async () => {
  const html = async () => new Response("nothing here", { status: 404, headers: { "Content-Type": "text/html" } });
  const { port } = await openStorefront((_, res) => void res.status(404).send("nothing here"), {
    pages: { cacheable: new Map([["/*", { shape: "/*", hydrates: false, freshMs: 10_000 }]]), render: html },
  });
  for (const path of ["/service-worker.js", "/ngsw-worker.js?v=1", "/old/app/sw.js", "/sw.jsx"]) {
    expect((await ask(port, path)).status).toBe(404);
    const { status, headers, body } = await ask(port, path, { headers: { "Service-Worker": "script" } });
    expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
      200,
      "text/javascript; charset=utf-8",
      "no-store",
    ]);
    const { dispatch, stores, world } = await worker({ script: Promise.resolve(body.toString()) });
    stores.set("workbox-precache-v2", new Map());
    await dispatch("install");
    await dispatch("activate");
    expect([stores.size, world.unregistered, world.loadedAgain]).toEqual([0, true, [`${ORIGIN}/old`]]);
  }
  expect((await ask(port, "/sw.js?lang=en_US", { headers: { "Service-Worker": "script" } })).status, "our own").toBe(
    404,
  );
  expect((await post(port, "/Login", { headers: { "Service-Worker": "script" } })).status, "a form").toBe(404);
});

test("a request for caching has a language, and is sent only without cookies", () => {
  const cookieOf = (url: string, cookie?: string) => {
    const headers: { cookie?: string } = cookie === undefined ? {} : { cookie };
    void readOfflineLanguage({ req: { url, headers } } as unknown as Exchange, () => {});
    return headers.cookie;
  };
  expect(cookieOf("/Index/Home?offline=en_US")).toBe("ulan=en_US");
  expect(cookieOf("/Index/Home?offline=en_US", "ulan=el_GR")).toBe("ulan=el_GR");
  expect(cookieOf("/Index/Home?offline=en_US", "")).toBe("");
  for (const asked of ["", "fr_FR", "en_US;utoken=x", "en_US&offline=el_GR", "x".repeat(10_000)]) {
    expect(cookieOf(`/Index/Home?offline=${asked}`)).toBeUndefined();
  }
});

test("the page about being offline needs no upstream and no script", async () => {
  const { status, html } = await browserAt(pages, "en_US").open("/Offline");
  expect(status).toBe(200);
  expect(html).toMatch(/<p id="kept"[^>]*>[^<]+<\/p>/);
  expect(html).not.toContain("<script");
  expect(linksOf(html).map(({ href }) => href)).toContain("?");
  expect(textOf(html)).toContain("Offline");
});
