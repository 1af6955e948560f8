import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { Exchange } from "@storefront/http-server/exchange";
import { bytesUnread } from "@storefront/http-server/unread-responses";
import { createLog } from "@storefront/observability/log";
import type { Rendered } from "./entry";
import { createPageCache, type CacheKey } from "./page-cache";
import type { Dependencies, RenderScope } from "./stored-pages";
import { PAGE_STALE_MS } from "./stored-pages";
import { sendCached } from "./steps";

const KEY: CacheKey = { id: "/Power 1", shape: "/Power", freshMs: 10_000 };

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

/** Makes a cache of pages that depend on the data `products` and show how often they were rendered. */
function open(rendered: Partial<Rendered> = {}, cookiesFor = () => ["seen=1"]) {
  let renderings = 0;
  let listener = (_key: string) => {};
  const scopes: RenderScope[] = [];
  const dependencies: Dependencies = {
    collect(scope, run) {
      scopes.push(scope);
      scope.keys.add("products");
      return run();
    },
    onChange(listen) {
      listener = listen;
      return () => {};
    },
  };
  const cache = createPageCache<CacheKey>({
    render: () => {
      renderings += 1;
      const body = Buffer.from(`rendering ${renderings}`);
      return Promise.resolve({
        status: 200,
        isCacheable: true,
        headers: [["content-type", "text/html"]],
        body,
        ...rendered,
      });
    },
    cookiesFor,
    dependencies,
    log: createLog("silent"),
  });
  return { cache, scopes, change: (key: string) => listener(key), renderings: () => renderings };
}

const request = (headers: IncomingMessage["headers"] = {}) => ({ headers }) as IncomingMessage;

test("a page is a miss until it is rendered, then a hit", async () => {
  const { cache, renderings } = open();
  expect(cache.peek(request(), KEY)).toBeUndefined();
  const rendered = await cache.render(request(), KEY);
  expect(rendered).toMatchObject({ result: "rendered", isStored: true, status: 200 });
  const hit = cache.peek(request(), KEY);
  expect(hit).toMatchObject({ result: "fresh", shape: "/Power", cookies: ["seen=1"] });
  expect(hit?.body?.toString()).toBe("rendering 1");
  expect(cache.peek(request(), { ...KEY, id: "/Power 2" })).toBeUndefined();
  expect(renderings()).toBe(1);
});

test("requests during a render wait for that render", async () => {
  const { cache, renderings } = open();
  await Promise.all([cache.render(request(), KEY), cache.render(request(), KEY)]);
  expect(renderings()).toBe(1);
});

test("requests that waited for a render continue in several turns of the event loop", async () => {
  const { cache } = open({}, () => {
    for (const untilMs = performance.now() + 2; performance.now() < untilMs;);
    return [];
  });
  let turn = 0;
  const turns = new Set<number>();
  const count = () => {
    turn += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  await Promise.all(Array.from({ length: 30 }, () => cache.render(request(), KEY).then(() => turns.add(turn))));
  clearImmediate(counting);
  expect(turns.size).toBeGreaterThan(5);
});

test("a stale page is served while one render, which waits for fresh data, revalidates it", async () => {
  const { cache, scopes } = open();
  await cache.render(request(), KEY);
  vi.setSystemTime(Date.now() + KEY.freshMs);
  expect(cache.peek(request(), KEY)).toMatchObject({ result: "stale" });
  expect(cache.peek(request(), KEY)?.body?.toString()).toBe("rendering 1");
  await vi.waitFor(() => expect(cache.peek(request(), KEY)?.body?.toString()).toBe("rendering 2"));
  expect(cache.peek(request(), KEY)).toMatchObject({ result: "fresh" });
  expect(scopes.map(({ waits }) => waits)).toEqual([false, true]);
});

test("a page older than its stale time is a miss", async () => {
  const { cache } = open();
  await cache.render(request(), KEY);
  vi.setSystemTime(Date.now() + KEY.freshMs + PAGE_STALE_MS + 1);
  expect(cache.peek(request(), KEY)).toBeUndefined();
});

test("a page is purged when its data change, and only then", async () => {
  const { cache, change } = open();
  await cache.render(request(), KEY);
  change("notices");
  expect(cache.peek(request(), KEY)).toBeDefined();
  change("products");
  expect(cache.peek(request(), KEY)).toBeUndefined();
});

test("an uncacheable page is sent only to the requests that waited for it", async () => {
  const { cache } = open({ isCacheable: false, status: 503 });
  expect(await cache.render(request(), KEY)).toMatchObject({ isStored: false, status: 503 });
  expect(cache.peek(request(), KEY)).toBeUndefined();
});

test("a browser with the current page gets 304 without a body", async () => {
  const { cache } = open();
  const { head } = await cache.render(request(), KEY);
  const etag = head[head.indexOf("ETag") + 1] ?? "";
  const unchanged = cache.peek(request({ "if-none-match": etag }), KEY);
  expect(unchanged).toMatchObject({ status: 304, body: undefined });
  expect(cache.peek(request({ "if-none-match": `"other", ${etag}` }), KEY)).toMatchObject({ status: 304 });
  expect(cache.peek(request({ "if-none-match": '"other"' }), KEY)).toMatchObject({ status: 200 });
  // A long list would take milliseconds to read.
  expect(cache.peek(request({ "if-none-match": ",".repeat(20) + etag }), KEY)).toMatchObject({ status: 200 });
});

test("a prefetched page sets no cookie, since nobody has opened it", async () => {
  const { cache } = open();
  await cache.render(request(), KEY);
  expect(cache.peek(request({ "sec-purpose": "prefetch" }), KEY)?.cookies).toEqual([]);
});

test("the response has the requested encoding", async () => {
  const { cache } = open({ body: Buffer.from("a".repeat(2_000)) });
  await cache.render(request(), KEY);
  const gzip = cache.peek(request({ "accept-encoding": "gzip" }), KEY);
  expect(gzip?.head[gzip.head.indexOf("Content-Encoding") + 1]).toBe("gzip");
  expect(gzip?.body?.byteLength).toBeLessThan(200);
  expect(cache.peek(request(), KEY)?.head).not.toContain("Content-Encoding");
});

test("a page that a visitor does not read counts among the waiting responses, even once it is evicted", async () => {
  // This is larger than the socket buffers of both ends.
  const { cache } = open({ body: Buffer.alloc(16 * 1024 * 1024) });
  const page = await cache.render(request(), KEY);
  const errorPage = () => expect.fail("no error");
  const server = createServer((req, res) => sendCached(new Exchange(req, res, "nothing", errorPage), page));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const socket = connect({ port: (server.address() as AddressInfo).port, host: "127.0.0.1" });
  onTestFinished(() => void socket.destroy());
  socket.write("GET / HTTP/1.1\r\nHost: shop\r\n\r\n");
  await vi.waitUntil(() => bytesUnread() === page.body?.length, { timeout: 20_000 });
  socket.destroy();
  await vi.waitUntil(() => bytesUnread() === 0, { timeout: 20_000 });
});
