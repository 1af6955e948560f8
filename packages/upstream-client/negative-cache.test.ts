import { beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { waitForEver, LONG_WAIT } from "@storefront/test-support/endless-wait";
import type { Reply } from "@storefront/test-support/peer";
import type { CachedRead, ReadOptions } from "./cached-reads";
import { data, refusal, useUpstream } from "./test/upstream";

const upstream = await useUpstream(() => data("found"));
const { peer } = upstream;
const START_MS = Date.UTC(2026, 0, 2, 3, 4, 5);
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START_MS });
});
const at = (seconds: number) => vi.setSystemTime(START_MS + seconds * 1_000);
/** A rejection counts as a failure too, and the transport does not retry it. */
const refusing = () => refusal("20001");
const { readsEnd } = upstream;

function item(id: string, options: ReadOptions = {}, locale = "en_US"): Promise<CachedRead<string>> {
  const request = { path: "/item", body: { id }, schema: z.string(), mayBeAbsent: true };
  return upstream.client.cachedRead({ locale }, request, options);
}
const emptyPage = (page: number) =>
  upstream.client.cachedRead(
    { locale: "en_US" },
    { path: "/page", body: { page }, schema: z.array(z.string()), isCacheable: ({ length }) => length > 0 },
  );

test("a failed read is retried after 1, 2, 4 … 30 s, and fails without a call in between", async () => {
  peer.reply = refusing;
  const triedAt: number[] = [];
  for (let second = 0; second <= 100; second += 0.5) {
    at(second);
    const before = peer.requests.length;
    await expect(item("7")).rejects.toMatchObject({ name: "Rejection", code: "20001" });
    if (peer.requests.length > before) triedAt.push(second);
  }
  expect(triedAt).toEqual([0, 1, 3, 7, 15, 31, 61, 91]);
});

test("thousands of reads of unknown ids and empty pages evict no cached response", async () => {
  await item("7");
  peer.reply = ({ path, body }) =>
    path === "/page"
      ? data([])
      : Number((JSON.parse(body) as { id: string }).id) % 2
        ? refusing()
        : { status: 404, body: "" };
  for (let batch = 0; batch < 60; batch += 1) {
    const numbers = Array.from({ length: 20 }, (_, index) => 1_000 + batch * 20 + index);
    await Promise.all(numbers.flatMap((number) => [item(String(number)).catch(() => undefined), emptyPage(number)]));
  }
  peer.requests.length = 0;
  await item("7");
  expect(peer.requests).toHaveLength(0);
});

test("setting the clock back delays no retry, and makes no response fresh again", async () => {
  await item("7");
  peer.reply = refusing;
  await expect(item("8")).rejects.toThrow();
  at(-3_600);
  peer.reply = () => data("found");
  await item("8");
  await item("7");
  await readsEnd();
  expect(peer.requests).toHaveLength(4);
  peer.reply = refusing;
  at(-7_200);
  await expect(item("8"), "the response is from the future").rejects.toThrow();
});

test("reads that decide about money wait for a fresh response and never get an old one", async () => {
  const read = () => item("7", { maxAge: "fresh" });
  await item("7");
  at(29);
  await read();
  expect(peer.requests, "the response is still fresh").toHaveLength(1);
  at(30);
  peer.reply = () => data("another");
  expect((await read()).value).toBe("another");
  at(61);
  peer.reply = refusing;
  await expect(read()).rejects.toMatchObject({ name: "Rejection" });
  await expect(read()).rejects.toMatchObject({ name: "Rejection" });
  expect(peer.requests, "a failure of the last second is cached").toHaveLength(3);
  expect((await item("7")).asOf, "a page shows the last response").toEqual(new Date(START_MS + 30_000));
});

test("without data after a failure, a page waits a second for the retry, which continues in the background", async () => {
  peer.reply = refusing;
  await expect(item("7")).rejects.toThrow();
  at(1);
  waitForEver(readsEnd);
  let reply = (_: Reply) => {};
  peer.reply = () => new Promise((resolve) => (reply = resolve));
  const read = item("7").catch((error: unknown) => error);
  vi.advanceTimersByTime(1_000);
  expect(await read, "the previous failure is thrown").toMatchObject({ name: "Rejection" });
  await vi.waitUntil(() => peer.requests.length === 2, LONG_WAIT);
  reply(data("found"));
  await readsEnd();
  expect((await item("7")).value).toBe("found");
});

test("an optional read waits up to its limit, and not at all after a failure", async () => {
  waitForEver(readsEnd);
  const read = () => item("7", { waitMs: 500 }).catch((error: unknown) => error);
  let reply = (_: Reply) => {};
  peer.reply = () => new Promise((resolve) => (reply = resolve));
  const first = read();
  vi.advanceTimersByTime(500);
  expect(await first).toMatchObject({ name: "UpstreamUnavailable" });
  await vi.waitUntil(() => peer.requests.length === 1, LONG_WAIT);
  reply(refusing());
  await readsEnd();
  vi.advanceTimersByTime(1_000);
  expect(await read(), "the retry runs in the background").toMatchObject({ name: "Rejection" });
  await vi.waitUntil(() => peer.requests.length === 2, LONG_WAIT);
  reply(data("found"));
  await readsEnd();
  expect(await read()).toMatchObject({ value: "found" });
});
