import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { collectDependencies, onPublicChange, type CacheDependencies } from "./cache-dependencies";
import type { CachedRead } from "./cached-reads";
import { BAD_GATEWAY, CACHE, data, useUpstream } from "./test/upstream";

const upstream = await useUpstream(() => data("10"));
const { peer } = upstream;
const START_MS = Date.UTC(2026, 0, 2, 3, 4, 5);
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START_MS });
});
const call = { path: "/price", body: { id: "7" }, schema: z.string(), mayBeAbsent: true } as const;
const price = () => upstream.client.cachedRead({ locale: "en_US" }, call);
const names = (locale = "en_US") => upstream.client.cachedRead({ locale }, { path: "/names", schema: z.string() });
const scope = (waits: boolean): CacheDependencies => ({ waits, keys: new Set() });
const waiting = (): Promise<CachedRead<string>> => collectDependencies(scope(true), price);
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** Records the keys of the reads whose response changes from now on. */
function changes(): string[] {
  const keys: string[] = [];
  onTestFinished(onPublicChange((key) => keys.push(key)));
  return keys;
}

test("a scope records the keys of exactly its cached reads, whether hit or miss", async () => {
  await names();
  const [one, other] = [scope(false), scope(false)];
  await Promise.all([
    collectDependencies(one, async () => {
      await names();
      await price();
    }),
    collectDependencies(other, () => names("el_GR")),
  ]);
  expect([...one.keys]).toEqual([expect.stringContaining("/names"), expect.stringContaining("/price")]);
  expect([...other.keys]).toEqual([expect.stringContaining("el_GR")]);
});

test("in a waiting scope, a stale response is renewed before it is returned", async () => {
  await price();
  pass(CACHE.freshMs);
  peer.reply = () => data("12");
  expect(await waiting()).toEqual({ value: "12" });
});

test("in a waiting scope, a failed renewal returns the last response and its time, without a retry", async () => {
  await price();
  pass(CACHE.freshMs);
  peer.reply = () => BAD_GATEWAY;
  for (let times = 0; times < 3; times += 1) expect((await waiting()).asOf).toEqual(new Date(START_MS));
  expect(peer.requests, "the first read, one renewal and its retry").toHaveLength(3);
});

test("a change is reported when a response's content differs, not on every renewal", async () => {
  const message = changes();
  const { keys } = scope(false);
  const read = () => collectDependencies({ waits: true, keys }, price);
  await read();
  expect(message, "the first response, for pages rendered without data").toEqual([...keys]);
  pass(CACHE.freshMs);
  await read();
  expect(peer.requests).toHaveLength(2);
  expect(message).toHaveLength(1);
  peer.reply = () => data("12");
  pass(CACHE.freshMs);
  await read();
  expect(message).toEqual([...keys, ...keys]);
  peer.reply = () => BAD_GATEWAY;
  pass(CACHE.freshMs);
  await read();
  expect(message, "a failure does not change the response").toHaveLength(2);
  peer.reply = () => ({ status: 404, body: "" });
  pass(CACHE.freshMs);
  await expect(read()).rejects.toMatchObject({ name: "UpstreamNotFound" });
  expect(message).toEqual([...keys, ...keys, ...keys]);
});

test("a change is reported when a response too old to show is renewed, even if unchanged", async () => {
  await names();
  const message = changes();
  pass(CACHE.staleMs + 1);
  await names();
  expect(message).toHaveLength(1);
});
