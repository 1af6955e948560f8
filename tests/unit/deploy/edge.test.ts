import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { ROWS } from "~server/pages";
import { cacheKeyResolver } from "~server/page-cache/cache-key";
import { variantOf } from "~server/page-cache/variant";
import worker, { keyRequest } from "../../../deploy/cdn/worker";
import { LOCALES } from "~/i18n/locales";
import { textOf } from "../../support/deployed";
import { visitorRequests } from "../../support/edge-requests";
import { routeFolders } from "../../support/route-folders";
import { setEnv } from "../../support/environment";
import { tableOf } from "../../support/route-table";

/** The public pages that caches in front of the storefront store, and for whom. */

const SITE = "https://m.example.com";
const styles = { version: "v1", writeInto: () => ({ pieces: [], sources: [] }) };

const folders = routeFolders();
const cacheable = new Map(
  ROWS.flatMap(({ path, cached }) => {
    const shape = path.replace(/:\w+/g, "*");
    return cached
      ? [[shape, { ...cached, shape, hydrates: folders.get(path)?.source.includes("hydrate: true") ?? false }] as const]
      : [];
  }),
);
const { shapeOf } = tableOf([...cacheable.keys(), "/Login", "/UserCenter"].map((shape) => shape.replace(/\*/g, ":id")));

beforeEach(() => setEnv({ PUBLIC_ORIGIN: SITE }));

test("the worker requests the page that the storefront would have sent, or passes the request on", () => {
  const resolve = cacheKeyResolver({ cacheable, shapeOf, isFile: () => false });
  expect(cacheable.size).toBeGreaterThan(12);
  let cached = 0;
  fc.assert(
    fc.property(visitorRequests, ({ method, path, headers }) => {
      const asked = keyRequest(new Request(SITE + path, { method, headers }));
      if (!asked) return;
      cached += 1;
      const key = resolve(path);
      if (typeof key === "string") throw new Error("must not be cached");
      expect(key.personal.filter((name) => headers["Cookie"]?.includes(name))).toEqual([]);
      expect(resolve(new URL(asked.url).pathname)).toMatchObject({ path: key.path });
      const own = { cookie: headers["Cookie"], "save-data": headers["Save-Data"], "user-agent": headers["User-Agent"] };
      const made = Object.fromEntries([...asked.headers].map(([name, value]) => [name.toLowerCase(), value]));
      expect(variantOf(key.page, made, styles)).toBe(variantOf(key.page, own, styles));
    }),
    { numRuns: 4_000 },
  );
  expect(cached).toBeGreaterThan(100);
});

test("the worker shares a cached page only between visitors with the same key", async () => {
  const entries = new Map<string, Response>();
  const cache = {
    match: async (address: string) => entries.get(address)?.clone(),
    put: async (address: string, response: Response) => {
      expect(response.headers.has("Set-Cookie")).toBe(false);
      entries.set(address, response);
    },
  };
  vi.stubGlobal("caches", { default: cache });
  const asked: Request[] = [];
  let status = 200;
  vi.stubGlobal("fetch", async (request: Request) => {
    asked.push(request);
    const headers = {
      ETag: 'W/"1"',
      "Set-Cookie": "styles=v1; Path=/",
      "Cache-Control": "private, no-cache, no-transform",
    };
    return new Response(`page ${request.headers.get("Cookie")}`, { status, headers });
  });
  async function visit(cookie: string, init: { path?: string; headers?: Record<string, string> } = {}) {
    const done: Promise<unknown>[] = [];
    const request = new Request(SITE + (init.path ?? "/Index/Home"), { headers: { Cookie: cookie, ...init.headers } });
    const response = await worker.fetch(request, {}, { waitUntil: (one) => void done.push(one) });
    await Promise.all(done);
    return response;
  }
  const first = await visit("_ga=1");
  const second = await visit("_ga=2; theme=dark");
  expect(asked).toHaveLength(1);
  expect(asked[0]?.headers.get("Cookie")).toBe("ulan=el_GR");
  for (const result of [first, second]) {
    expect(await result.text()).toBe("page ulan=el_GR");
    expect(result.headers.get("Set-Cookie")).toBe("styles=v1; Path=/");
    expect(result.headers.get("Cache-Control")).toBe("private, no-cache, no-transform");
  }
  expect(await (await visit("ulan=en_US")).text()).toBe("page ulan=en_US");
  expect((await visit("", { headers: { "If-None-Match": 'W/"1"' } })).status).toBe(304);
  // A request with a session passes, and is not cached.
  expect(await (await visit("__Host-utoken=x")).text()).toBe("page __Host-utoken=x");
  expect(entries.size).toBe(2);
  // An error is requested once, and not cached.
  status = 503;
  const before = asked.length;
  expect((await visit("", { path: "/Index/Power" })).status).toBe(503);
  expect(asked).toHaveLength(before + 1);
  expect(entries.size).toBe(2);
});

test("nginx and the worker cache the same pages, all of which the storefront caches", () => {
  const inNginx = /location ~ "\^(\/\(\?:Index.*)\$" \{/.exec(textOf("deploy/nginx/storefront.conf"))?.[1];
  const inWorker = /const PAGES =\s*\/\^(.*)\$\/;/.exec(textOf("deploy/cdn/worker.ts"))?.[1]?.replaceAll("\\/", "/");
  expect(inNginx).toBe(inWorker);
  const cached = new RegExp(`^${inNginx}$`);
  const paths = [...cacheable.keys()].filter((shape) => cached.test(shape.replace("*", "1001")));
  expect(paths.sort()).toEqual([
    ...["/Estimate", "/Genuine", "/Help", "/Index/AboutUs", "/Index/Home", "/Index/Miner", "/Index/Power"],
    ...["/MinerProductDetail/*", "/PowerProductDetail/*", "/PrivacyAgreement", "/UserAgreement"],
  ]);
  // These caches cannot tell in-app browsers or read notices apart, so they do not store such pages.
  for (const shape of paths) {
    expect(cacheable.get(shape)).not.toMatchObject({ device: expect.arrayContaining(["inApp"]) });
    expect(cacheable.get(shape)?.marksRead).toBeUndefined();
    expect(cacheable.get(shape)?.cookies ?? []).not.toContain("read");
  }
});

test("nginx and the worker also serve cached pages to visitors from advertisements and shared links", () => {
  const nginx = /"~(\^\S+)" "";/.exec(textOf("deploy/nginx/storefront.conf").split("map $args")[1] ?? "")?.[1] ?? "";
  for (const query of [
    "utm_source=a&utm_source_platform=b&utm_creative_format=c&utm_marketing_tactic=d&utm_id=1",
    "gad_source=1&gad_campaignid=2&gbraid=0AAA&gclid=EAI",
    "wbraid=1&gclsrc=aw.ds&dclid=2&srsltid=Af",
    "_gl=1*a*_ga*b&_ga=2.3",
    "fbclid=a&igsh=b&igshid=c",
    "from=singlemessage&isappinstalled=0",
    "msclkid=a&ttclid=b&twclid=c&li_fat_id=d&yclid=e&mc_cid=f&mc_eid=g",
  ]) {
    expect(keyRequest(new Request(`${SITE}/Index/Home?${query}`))?.url, query).toBe(`${SITE}/Index/Home`);
    expect(query, "nginx").toMatch(new RegExp(nginx));
  }
  for (const query of ["page=2&gclid=1", "utm_source=a&q=b", "gad_x", "_gx=1"]) {
    expect(keyRequest(new Request(`${SITE}/Index/Home?${query}`)), query).toBeNull();
    expect(query, "nginx").not.toMatch(new RegExp(nginx));
  }
});

test("nginx and the worker use the shop's locales, and its default for any other", () => {
  const [nginx, cdn] = [textOf("deploy/nginx/storefront.conf"), textOf("deploy/cdn/worker.ts")];
  const inNginx = /map \$http_cookie \$page_language \{\s*default "(\w+)";\s*"~\S* \?ulan=\(\?<locale>([\w|]+)\)/.exec(
    nginx,
  );
  expect([inNginx?.[1], inNginx?.[2]?.split("|")]).toEqual([LOCALES[0], LOCALES]);
  const inWorker = /^const LOCALES = \[(.*)\] as const;$/m.exec(cdn)?.[1];
  expect(inWorker).toBe(LOCALES.map((locale) => `"${locale}"`).join(", "));
});

test("a request with a cookie that affects the page bypasses nginx's cache and the worker", () => {
  const inNginx = textOf("deploy/nginx/storefront.conf").match(/"~\(\?:(utoken\S*)\)=" 1;/)?.[1];
  const names = new Set([...cacheable.values()].flatMap(({ cookies }) => cookies ?? []));
  expect([...names].sort()).toEqual(expect.arrayContaining(["compare", "flow", "read", "saved"]));
  for (const name of [...names, "utoken", "flash"]) {
    expect(inNginx?.split("|"), name).toContain(name);
    for (const Cookie of [`${name}=1001`, `ulan=en_US; ${name}=1001`]) {
      expect(keyRequest(new Request(`${SITE}/Index/Power`, { headers: { Cookie } })), Cookie).toBeNull();
    }
  }
});
