import { beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { LONG_WAIT } from "@storefront/test-support/endless-wait";
import type { Reply } from "@storefront/test-support/peer";
import type { CachedRead, ReadOptions } from "./cached-reads";
import { BAD_GATEWAY, data, EXPIRED, refusal, useUpstream, type Context } from "./test/upstream";

const upstream = await useUpstream(() => data(["10"]));
const { peer } = upstream;
const START_MS = Date.UTC(2026, 0, 2, 3, 4, 5);
const SECONDS = 1000;
beforeEach(() => {
  // Only the date is faked, because sockets and deadlines need the real clock.
  vi.useFakeTimers({ toFake: ["Date"], now: START_MS });
});
const english: Context = { locale: "en_US" };
const at = (seconds: number) => vi.setSystemTime(START_MS + seconds * SECONDS);
const { readsEnd } = upstream;
function prices(id = "7", options?: ReadOptions, context = english): Promise<CachedRead<string[]>> {
  const request = { path: "/prices", body: { id }, schema: z.array(z.string()), mayBeAbsent: true };
  return upstream.client.cachedRead(context, request, options);
}

test("simultaneous visitors share one call", async () => {
  const reads = await Promise.all(Array.from({ length: 50 }, () => prices()));
  expect(peer.requests).toHaveLength(1);
  expect(new Set(reads.map(({ value: [price] }) => price))).toEqual(new Set(["10"]));
});

test.each(["a response", "a failure"])(
  "when many visitors await %s and their work takes long, one continues in each turn",
  async (what) => {
    if (what === "a failure") peer.reply = () => BAD_GATEWAY;
    const perTurn = [0];
    let isOver = false;
    const note = () => {
      perTurn.unshift(0);
      if (!isOver) setImmediate(note);
    };
    note();
    const goOn = () => {
      perTurn[0] = (perTurn[0] ?? 0) + 1;
      for (const untilMs = performance.now() + 6; performance.now() < untilMs;);
    };
    await Promise.all(Array.from({ length: 20 }, () => prices().then(goOn, goOn)));
    isOver = true;
    expect(perTurn.reduce((sum, count) => sum + count, 0)).toBe(20);
    expect(Math.max(...perTurn)).toBe(1);
  },
);

test("a failed shared call fails for all its visitors, and is retried after a second", async () => {
  peer.reply = () => BAD_GATEWAY;
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => prices()));
  expect(results.filter(({ status }) => status === "rejected")).toHaveLength(20);
  expect(peer.requests, "one call and its retry").toHaveLength(2);
  peer.reply = () => data(["12"]);
  at(1);
  expect((await prices()).value).toEqual(["12"]);
});

test("a response is cached per locale and per input", async () => {
  const chinese = { locale: "el_GR" };
  await prices();
  await prices("7", {}, chinese);
  await prices("8");
  expect(peer.requests.map(({ headers }) => headers["language"])).toEqual(["en_US", "el_GR", "en_US"]);
  await prices("7", {}, chinese);
  expect(peer.requests).toHaveLength(3);
});

test("a stale response is returned immediately, while one renewal for all runs in the background", async () => {
  await prices();
  at(31);
  let reply = (_: Reply) => {};
  peer.reply = () => new Promise((resolve) => (reply = resolve));
  const reads = await Promise.all(Array.from({ length: 20 }, () => prices()));
  await vi.waitUntil(() => peer.requests.length === 2, LONG_WAIT);
  for (const { value, asOf } of [...reads, await prices()]) {
    expect([value, asOf], "no time, since nothing failed").toEqual([["10"], undefined]);
  }
  reply(data(["12"]));
  await readsEnd();
  expect((await prices()).value).toEqual(["12"]);
  expect(peer.requests).toHaveLength(2);
});

test.each([
  ["does not respond", BAD_GATEWAY],
  ["refuses without a message", refusal("20001")],
  ["sends an unreadable response", data({ price: "soon" })],
])("when the upstream %s, the last good response is returned with its time, until too old", async (_, reply) => {
  await prices();
  peer.reply = () => reply;
  at(299);
  await prices();
  await readsEnd();
  at(300);
  const { value, asOf } = await prices();
  expect([value, asOf]).toEqual([["10"], new Date(START_MS)]);
  await readsEnd();
  at(301);
  await expect(prices()).rejects.toThrow();
});

test("the upstream's rejection takes precedence over the last good response", async () => {
  await prices();
  peer.reply = () => refusal("20001", true);
  at(31);
  await prices();
  await readsEnd();
  await expect(prices()).rejects.toMatchObject({ name: "Rejection", code: "20001" });
});

test("a response is dropped once the upstream reports it missing", async () => {
  await prices();
  peer.reply = () => ({ status: 404, body: "" });
  at(31);
  await prices();
  await readsEnd();
  peer.reply = () => BAD_GATEWAY;
  await expect(prices()).rejects.toMatchObject({ name: "UpstreamUnavailable" });
});

test("a fresh read comes from the upstream, updates the cache, and never gives a cached response", async () => {
  await prices();
  peer.reply = () => data(["12"]);
  expect((await prices("7", { fresh: true })).value).toEqual(["12"]);
  expect((await prices()).value).toEqual(["12"]);
  expect(peer.requests).toHaveLength(2);
  peer.reply = () => BAD_GATEWAY;
  await expect(prices("7", { fresh: true })).rejects.toMatchObject({ name: "UpstreamUnavailable" });
  expect((await prices()).value, "pages continue with the last good response").toEqual(["12"]);
});

test("one visitor's page cannot change the shared response", async () => {
  const { value } = await prices();
  expect(() => value.pop()).toThrow(TypeError);
});

test("a number and its text share a cache entry", async () => {
  peer.reply = () => ({ body: '{"data":{"id":7}}' });
  const request = { kind: "read", path: "/id", schema: z.object({ id: z.unknown() }) } as const;
  const { id } = await upstream.client.call(english, request);
  const named = (body: Record<string, unknown>) =>
    upstream.client.cachedRead(english, { path: "/named", body, schema: z.unknown() });
  await named({ id });
  await named({ id: "7" });
  expect(peer.requests.map(({ body }) => body)).toEqual(["{}", '{"id":7}']);
});

test("cached and anonymous reads send neither the visitor's token nor their fields", async () => {
  const visitor: Context = { ...english, token: "canary", device: "canary" };
  await prices("7", {}, visitor);
  await upstream.client.anonymousCall(visitor, { path: "/kind", schema: z.unknown() });
  expect(peer.requests).toHaveLength(2);
  expect(JSON.stringify(peer.requests)).not.toContain("canary");
});

test("'session expired' in response to a read without a token is a failure", async () => {
  peer.reply = () => EXPIRED;
  await expect(prices()).rejects.toMatchObject({ name: "UpstreamUnavailable", sent: true });
});

test("a visitor with little time left does not shorten a call that others may wait for", async () => {
  const timeout = vi.spyOn(AbortSignal, "timeout");
  await prices("7", {}, { ...english, deadlineAtMs: performance.now() });
  expect(timeout.mock.calls).toEqual([[3_000]]);
});
