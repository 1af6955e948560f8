import { beforeEach, expect, test, vi } from "vitest";
import { probe } from "~server/upstream/captcha";
import { productDetail } from "~server/upstream/catalogue";
import { market } from "~server/upstream/market";
import { noticeList } from "~server/upstream/notices";
import { siteConfig } from "~server/upstream/site";
import { setEnv } from "../../support/environment";
import { CALLS, callOf } from "../../support/upstream-calls";
import { envelope, usePeer } from "../../support/upstream-peer";
import { readsEnd } from "../../support/reads-end";

const peer = await usePeer((request) => envelope(callOf(request).data));
const START_MS = Date.UTC(2026, 0, 2, 3, 4, 5);
beforeEach(() => {
  // Only the date is faked: sockets and deadlines keep the real clock.
  vi.useFakeTimers({ toFake: ["Date"], now: START_MS });
});
const SECONDS = 1000;
const english = { locale: "en_US" } as const;
const priced = (price: string) =>
  envelope({ productId: "7", title: "Power", productStatus: 1, price, paySymbol: "USDT" });
const failing = () => ({ status: 502, body: "bad gateway" });

const CACHED = "productList productDetail market noticeList siteConfig banners countries appDownload".split(" ");

test.each(CALLS)("$name is cached only if it is a public read that may be cached", async ({ name, run }) => {
  await run({ locale: "en_US", token: "session-1" });
  await run({ locale: "en_US", token: "session-2" });
  expect(peer.requests).toHaveLength(CACHED.includes(name) ? 1 : 2);
});

test("a public answer is fresh for 30 s", async () => {
  await siteConfig(english);
  vi.setSystemTime(START_MS + 29 * SECONDS);
  await siteConfig(english);
  expect(peer.requests).toHaveLength(1);
  vi.setSystemTime(START_MS + 30 * SECONDS);
  await siteConfig(english);
  await readsEnd();
  expect(peer.requests).toHaveLength(2);
});

test("when the upstream fails, the last good response is served with its time, for 5 min", async () => {
  peer.reply = () => priced("10");
  await productDetail(english, "7");
  peer.reply = failing;
  vi.setSystemTime(START_MS + 299 * SECONDS);
  await productDetail(english, "7");
  await readsEnd();
  vi.setSystemTime(START_MS + 300 * SECONDS);
  const { product, asOf } = await productDetail(english, "7");
  expect([product.price, asOf]).toEqual(["10", new Date(START_MS)]);
  await readsEnd();
  vi.setSystemTime(START_MS + 301 * SECONDS);
  await expect(productDetail(english, "7")).rejects.toThrow();
});

test("a fresh read of the market, as for a deposit, never gives a cached answer", async () => {
  const named = (showName: string) => envelope({ market: { coinList: { USDT: { showName } }, followCoinList: {} } });
  peer.reply = () => named("before");
  await market(english);
  peer.reply = () => named("now");
  expect((await market(english, { fresh: true })).coin("USDT").showName).toBe("now");
  peer.reply = failing;
  await expect(market(english, { fresh: true })).rejects.toMatchObject({ name: "UpstreamUnavailable" });
  expect((await market(english)).coin("USDT").showName, "lists go on with the last good answer").toBe("now");
});

test("a response about another product is refused", async () => {
  await expect(productDetail(english, "8")).rejects.toMatchObject({ name: "UpstreamUnavailable" });
});

test("a search of the notices is not cached, since the number of keywords is unlimited", async () => {
  await noticeList(english, { page: 1, pageSize: 5, keyword: "power" });
  await noticeList(english, { page: 1, pageSize: 5, keyword: "power" });
  expect(peer.requests).toHaveLength(2);
});

test("the upstream is ready when public info can be read", async () => {
  expect(await probe()).toEqual({ ok: true });
  expect(await probe()).toEqual({ ok: true });
  expect(peer.requests, "asked each time").toHaveLength(2);
  peer.reply = failing;
  expect(await probe()).toEqual({ ok: false, note: "status 502" });
  setEnv({ UPSTREAM_URL: "http://no-such-host.invalid" });
  expect(await probe()).toEqual({ ok: false, note: expect.stringMatching(/^not connected \(/) as string });
  setEnv({ UPSTREAM_URL: peer.url });
});
