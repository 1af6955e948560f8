import { setMaxListeners } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import { loadShedCounter, SHEDDING_LOOK_MS, watchLoad } from "@storefront/http-server/load-shedding";
import { createRenderQueue } from "@storefront/http-server/render-queue";
import { LONG_WAIT } from "@storefront/test-support/endless-wait";
import { sessionCookie } from "~server/session/session";
import { ask, openStorefront } from "../../support/test-storefront";

/** Load shedding: pages that must be rendered get 503; cached pages, files and health checks go on. */

/** A storefront that handles so many requests at a time, and responds on demand. */
async function openNarrow(places = 1) {
  const waiting: (() => void)[] = [];
  const storefront = await openStorefront(
    (req, res) => void (req.url === "/slow" ? waiting.push(() => res.send("slow")) : res.send("page")),
    { env: { MAX_IN_FLIGHT: places, TRUST_PROXY: 1 } },
  );
  return { ...storefront, release: () => waiting.splice(0).forEach((response) => response()), waiting };
}

test("beyond MAX_IN_FLIGHT a page is a small bilingual 503; a later try succeeds", async () => {
  const { port, release, waiting } = await openNarrow();
  const before = loadShedCounter.counts.in_flight;
  const slow = ask(port, "/slow");
  await vi.waitUntil(() => waiting.length === 1);
  const shed = await ask(port, "/UserCenter");
  expect(shed.status).toBe(503);
  expect(shed.headers["retry-after"]).toBe("5");
  expect(shed.headers["cache-control"]).toContain("no-store");
  expect(shed.body.toString()).toContain("Try again in 5 seconds");
  expect(shed.body.toString()).toContain("請於 5 秒後再試");
  expect(shed.body.byteLength).toBeLessThan(2_000);
  expect(loadShedCounter.counts.in_flight).toBe(before + 1);
  expect((await ask(port, "/healthz")).status).toBe(200);
  release();
  expect((await slow).status).toBe(200);
  expect((await ask(port, "/UserCenter")).status).toBe(200);
});

test("an address with many pages in progress, signed in or not, leaves places to others", async () => {
  const { port, release, waiting } = await openNarrow(20);
  const from = (address: string, headers = {}) =>
    ask(port, "/slow", { headers: { "X-Forwarded-For": address, ...headers } });
  const Cookie = (await sessionCookie({ token: "token" })).split(";", 1)[0] ?? "";
  let refused = 0;
  const pages = Array.from({ length: 30 }, (_, n) => from("192.0.2.1", n < 15 ? { Cookie } : {}));
  for (const page of pages) void page.then(({ status }) => (refused += Number(status === 503)));
  await vi.waitUntil(() => refused === 26 && waiting.length === 4, LONG_WAIT);
  const other = from("192.0.2.2");
  await vi.waitUntil(() => waiting.length === 5, LONG_WAIT);
  release();
  expect((await other).status).toBe(200);
  expect((await Promise.all(pages)).filter(({ status }) => status === 200)).toHaveLength(4);
});

test("an account with pages in progress from many addresses leaves places to others", async () => {
  const { port, release, waiting } = await openNarrow(24);
  const Cookie = (await sessionCookie({ token: "token" })).split(";", 1)[0] ?? "";
  let refused = 0;
  const pages = Array.from({ length: 24 }, (_, n) =>
    ask(port, "/slow", { headers: { "X-Forwarded-For": `192.0.2.${n}`, Cookie } }),
  );
  for (const page of pages) void page.then(({ status }) => (refused += Number(status === 503)));
  await vi.waitUntil(() => refused === 13 && waiting.length === 8, LONG_WAIT);
  expect((await ask(port, "/UserCenter", { headers: { "X-Forwarded-For": "198.51.100.1" } })).status).toBe(200);
  const answering = setInterval(release, 20);
  await Promise.all(pages);
  clearInterval(answering);
});

test("a posted form is never shed", async () => {
  const { port, release, waiting } = await openNarrow();
  const slow = ask(port, "/slow");
  await vi.waitUntil(() => waiting.length === 1);
  const headers = { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": "3" };
  expect((await ask(port, "/Login", { method: "POST", headers, body: "a=b" })).status).toBe(200);
  release();
  expect((await slow).status).toBe(200);
});

test("under load an address without a page in progress gets one, while few are in progress", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  const load = watchLoad({ inFlight: 40, lagMs: 250 }, () => 300);
  const ends: (() => void)[] = [];
  const page = (address: string) => load.during(address, () => new Promise<void>((end) => ends.push(end)));
  const pages = Array.from({ length: 7 }, () => page("192.0.2.1"));
  vi.advanceTimersByTime(10 * SHEDDING_LOOK_MS);
  expect(load.tooMuch("192.0.2.1"), "an address with many requests").toBe("lag");
  expect(load.tooMuch("192.0.2.2"), "another address").toBeUndefined();
  pages.push(page("192.0.2.2"), page("192.0.2.3"), page("192.0.2.4"));
  expect(load.tooMuch("192.0.2.2"), "its second page").toBe("lag");
  expect(load.tooMuch("192.0.2.5"), "many pages in progress").toBe("lag");
  for (const end of ends) end();
  await Promise.all(pages);
  load.close();
});

/** Watches a queue of this many renders, none of which begins during the test. */
function watchRenders(count: number) {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  const queue = createRenderQueue();
  queue.yieldTo(() => true);
  const load = watchLoad({ inFlight: 1_000, lagMs: 250 }, () => queue.waitedMs());
  onTestFinished(load.close);
  const leaving = new AbortController();
  setMaxListeners(count, leaving.signal);
  const begin = () => void Array.from({ length: count }, () => queue.turn(leaving.signal).catch(() => {}));
  onTestFinished(() => leaving.abort());
  return { load, begin, end: () => leaving.abort() };
}

/** Blocks the event loop for a time, without any check of the load. */
function stall(ms: number): void {
  const now = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => now + ms);
}

test("a stall sheds nothing, however many renders wait after it", async () => {
  const { load, begin } = watchRenders(900);
  begin();
  vi.advanceTimersByTime(SHEDDING_LOOK_MS);
  stall(4_000);
  vi.advanceTimersByTime(SHEDDING_LOOK_MS);
  await load.during("192.0.2.1", async () => expect(load.tooMuch("192.0.2.1")).toBeUndefined());
});

test("32 waiting renders never count as overload, however slow the machine", async () => {
  const { load, begin } = watchRenders(32);
  begin();
  vi.advanceTimersByTime(20 * SHEDDING_LOOK_MS);
  await load.during("192.0.2.1", async () => expect(load.tooMuch("192.0.2.1")).toBeUndefined());
});

test("many renders with long waits for most of a second are overload, which ends a second after the last", async () => {
  const { load, begin, end } = watchRenders(100);
  begin();
  vi.advanceTimersByTime(20 * SHEDDING_LOOK_MS);
  await load.during("192.0.2.1", async () => expect(load.tooMuch("192.0.2.1")).toBe("lag"));
  end();
  vi.advanceTimersByTime(10 * SHEDDING_LOOK_MS);
  expect(load.tooMuch("192.0.2.1")).toBeUndefined();
});
