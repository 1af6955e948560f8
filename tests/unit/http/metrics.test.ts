import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { beforeEach, expect, test, vi } from "vitest";
import { serveMetrics } from "@storefront/http-server/metrics";
import { createMetrics } from "~server/metrics";
import { countPurchase, outcomeSchema } from "~server/purchase/outcome";
import { sessionCookieName } from "~server/session/session";
import { LIMITS } from "~server/limits";
import { limit } from "~server/store/rate-limit";
import { claimAttempt } from "~server/store/attempt-limit";
import { pageCacheResponses } from "@storefront/page-cache/page-cache";
import { purchases } from "~server/purchase/outcome";
import { rateLimitCounter } from "~server/store/rate-limit";
import { ask, openStorefront, openWire } from "../../support/test-storefront";

/** Counters live as long as the process, so each test starts from 0. */
beforeEach(() => {
  Object.assign(purchases.counts, { accepted: 0, refused: 0, not_sent: 0, unknown: 0 });
  Object.assign(pageCacheResponses.counts, { fresh: 0, stale: 0, rendered: 0, bypass: 0 });
  const counts = { ...rateLimitCounter.counts };
  for (const name of Object.keys(counts)) delete rateLimitCounter.counts[name];
  return () => void Object.assign(rateLimitCounter.counts, counts);
});

const scrape = () => createMetrics().registry.metrics();

test("metrics listen on loopback, or on METRICS_HOST", async ({ onTestFinished }) => {
  const own = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === "IPv4");
  for (const [host, listensOn] of [
    [undefined, "127.0.0.1"],
    ["0.0.0.0", "0.0.0.0"],
    [own?.address ?? "127.0.0.1", own?.address ?? "127.0.0.1"],
  ] as const) {
    const server = await serveMetrics(createMetrics(), 0, { host });
    onTestFinished(() => void server.close());
    expect((server.address() as AddressInfo).address).toBe(listensOn);
  }
});

test("metrics that cannot be read get 500", async ({ onTestFinished }) => {
  const metrics = createMetrics();
  vi.spyOn(metrics.registry, "metrics").mockRejectedValue(new Error("canary"));
  const server = await serveMetrics(metrics, 0);
  onTestFinished(() => void server.close());
  expect(await ask((server.address() as AddressInfo).port, "/metrics")).toMatchObject({ status: 500 });
});

test("simultaneous scrapes share one reading, and a pipelining connection is closed", async ({ onTestFinished }) => {
  const metrics = createMetrics();
  let finish = () => {};
  const reading = new Promise<string>((resolve) => (finish = () => resolve("text")));
  const read = vi.spyOn(metrics.registry, "metrics").mockReturnValue(reading);
  const server = await serveMetrics(metrics, 0);
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const greedy = await openWire(port);
  greedy.write("GET /metrics HTTP/1.1\r\nHost: any\r\n\r\n".repeat(100));
  await greedy.ended;
  const responses = [ask(port, "/metrics"), ask(port, "/metrics"), ask(port, "/other")];
  expect((await responses[2])?.status).toBe(404);
  finish();
  expect((await responses[0])?.body.toString()).toBe("text");
  expect((await responses[1])?.status).toBe(200);
  expect(read).toHaveBeenCalledTimes(1);
});

test("every request is counted with its duration", async () => {
  const metrics = createMetrics();
  const home = { method: "GET", route: "/Index/Home" };
  for (let count = 0; count < 1000; count += 1) {
    metrics.started();
    metrics.finished({ ...home, status: 200 }, 2);
  }
  metrics.started();
  metrics.started();
  metrics.finished({ ...home, status: 304 }, 600);
  for (const isAskedAgain of [false, true]) {
    const text = await metrics.registry.metrics();
    expect(text, String(isAskedAgain)).toContain(
      'storefront_http_requests_total{method="GET",route="/Index/Home",status="200"} 1000\n',
    );
    expect(text).toContain('storefront_http_requests_total{method="GET",route="/Index/Home",status="304"} 1\n');
    expect(text).toContain('storefront_http_request_duration_seconds_count{route="/Index/Home"} 1001\n');
    expect(text).toContain('storefront_http_request_duration_seconds_bucket{le="0.001",route="/Index/Home"} 0\n');
    expect(text).toContain('storefront_http_request_duration_seconds_bucket{le="0.005",route="/Index/Home"} 1000\n');
    expect(text).toContain("storefront_http_requests_in_flight 1\n");
  }
  metrics.finished({ ...home, status: 200 }, 2);
  expect(await metrics.registry.metrics()).toContain('status="200"} 1001\n');
});

test("methods that no page takes are counted as one", async () => {
  const metrics = createMetrics();
  for (const method of ["PROPFIND", "DELETE", "M-SEARCH"]) {
    metrics.started();
    metrics.finished({ method, route: "/*", status: 405 }, 1);
  }
  const text = await metrics.registry.metrics();
  expect(text.match(/^storefront_http_requests_total\{.*status="405".*$/gm)).toEqual([
    'storefront_http_requests_total{method="other",route="/*",status="405"} 3',
  ]);
});

test("each purchase outcome starts at 0, so that the first unknown one is an increase", async () => {
  const text = await scrape();
  for (const outcome of ["accepted", "refused", "not_sent", "unknown"]) {
    expect(text).toContain(`storefront_purchases_total{outcome="${outcome}"} 0`);
  }
});

test("every end of a purchase counts as one of four outcomes", async () => {
  for (const { shape } of outcomeSchema.options) countPurchase(shape.kind.value);
  const text = await scrape();
  expect(text).toContain('storefront_purchases_total{outcome="accepted"} 1');
  expect(text).toContain('storefront_purchases_total{outcome="unknown"} 1');
  expect(text).toContain('storefront_purchases_total{outcome="not_sent"} 3');
  expect(text).toContain('storefront_purchases_total{outcome="refused"} 7');
});

test("public pages are counted by kind of response", async () => {
  const { port } = await openStorefront((_req, res) => void res.send("the app"), {
    routes: ["/Home", "/News", "/Login"],
    pages: {
      cacheable: new Map([
        ["/Home", { shape: "/Home", hydrates: false, freshMs: 10_000 }],
        ["/News", { shape: "/News", hydrates: false, freshMs: 10_000, search: ["q"] }],
      ]),
      render: async () => new Response("a page"),
    },
  });
  await ask(port, "/Home");
  expect(pageCacheResponses.counts).toEqual({ fresh: 0, stale: 0, rendered: 1, bypass: 0 });
  await ask(port, "/Home");
  await ask(port, "/Home", { method: "HEAD" });
  expect(pageCacheResponses.counts).toEqual({ fresh: 2, stale: 0, rendered: 1, bypass: 0 });
  await ask(port, "/Home", { headers: { Cookie: `${sessionCookieName()}=x` } });
  await ask(port, "/News?q=a");
  await ask(port, "/Login");
  expect(pageCacheResponses.counts).toEqual({ fresh: 2, stale: 0, rendered: 1, bypass: 2 });
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Date.now() + 10_001);
  await ask(port, "/Home");
  expect(pageCacheResponses.counts).toEqual({ fresh: 2, stale: 1, rendered: 1, bypass: 2 });
  expect(await scrape()).toContain('storefront_page_cache_responses_total{kind="stale"} 1');
});

test("limits are counted by name, not by visitor", async () => {
  for (let n = 0; n < 4; n += 1) await limit("form:test", `tally-${n % 2}`, { points: 1, perMs: 60_000 });
  for (let n = 0; n <= LIMITS["tries:payment"].points; n += 1) await claimAttempt("tries:payment", "tally@example.com");
  expect(rateLimitCounter.counts).toEqual({ "form:test": 2, "tries:payment": 1 });
  const text = await scrape();
  expect(text).toContain('storefront_rate_limited_total{limit="form:test"} 2');
  expect(text).not.toContain("example.com");
});
