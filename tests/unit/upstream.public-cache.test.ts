import { beforeEach, expect, test, vi } from "vitest";
import { probe } from "~server/upstream/anonymous-call";
import { publicInfo, startCaptcha } from "~server/upstream/captcha";
import { productDetail, productList } from "~server/upstream/catalogue";
import { market } from "~server/upstream/market";
import { noticeList } from "~server/upstream/notices";
import { endOfRenewals } from "~server/upstream/public-cache";
import { siteConfig } from "~server/upstream/site";
import { waitForEver } from "../support/endless-wait";
import { setEnv } from "../support/environment";
import { LONG_WAIT } from "../support/long-wait";
import { CALLS, callOf } from "../support/upstream-calls";
import { answer, usePeer } from "../support/upstream-peer";

const peer = await usePeer((request) => answer(callOf(request).data));
const START_MS = Date.UTC(2026, 0, 2, 3, 4, 5);
beforeEach(() => {
  // Only the date is faked: sockets and deadlines keep the real clock.
  vi.useFakeTimers({ toFake: ["Date"], now: START_MS });
});
const SECONDS = 1000;
const page = { page: 1, pageSize: 5, type: "power" } as const;
const english = { locale: "en_US" } as const;
const chinese = { locale: "el_GR" } as const;
const priced = (price: string) =>
  answer({ productId: "7", title: "Power", productStatus: 1, price, paySymbol: "USDT" });
const failing = () => ({ status: 502, body: "bad gateway" });

const CACHED = [
  "productList",
  "productDetail",
  "market",
  "noticeList",
  "siteConfig",
  "banners",
  "countries",
  "appDownload",
];

test.each(CALLS)("$name is cached only if it is a public read that may be cached", async ({ name, run }) => {
  await run({ locale: "en_US", token: "session-1" });
  await run({ locale: "en_US", token: "session-2" });
  expect(peer.requests).toHaveLength(CACHED.includes(name) ? 1 : 2);
});

test("many visitors at the same time share one call of the platform", async () => {
  const pages = await Promise.all(Array.from({ length: 50 }, () => productList(english, page)));
  expect(peer.requests).toHaveLength(1);
  expect(new Set(pages.map(({ products }) => products[0]?.title))).toEqual(new Set(["Storage power"]));
});

test("a failed call shared by many visitors fails for all of them, and is asked again after a second", async () => {
  peer.reply = failing;
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => productList(english, page)));
  expect(results.filter(({ status }) => status === "rejected")).toHaveLength(20);
  expect(peer.requests, "one call and its second try").toHaveLength(2);
  peer.reply = (request) => answer(callOf(request).data);
  vi.setSystemTime(START_MS + 1 * SECONDS);
  expect((await productList(english, page)).products).toHaveLength(1);
});

test("a public answer is cached per locale and per input", async () => {
  await productList(english, page);
  await productList(chinese, page);
  await productList(english, { ...page, page: 2 });
  await productList(english, { ...page, type: "miner" });
  expect(peer.requests.map(({ headers }) => headers["exchange-language"])).toEqual([
    "en_US",
    "el_GR",
    "en_US",
    "en_US",
  ]);
  await productList(chinese, page);
  expect(peer.requests).toHaveLength(4);
});

test("a public answer is fresh for 30 s", async () => {
  await siteConfig(english);
  vi.setSystemTime(START_MS + 29 * SECONDS);
  await siteConfig(english);
  expect(peer.requests).toHaveLength(1);
  vi.setSystemTime(START_MS + 30 * SECONDS);
  await siteConfig(english);
  await endOfRenewals();
  expect(peer.requests).toHaveLength(2);
});

test("an older answer is given at once, while one renewal for all visitors runs behind it", async () => {
  peer.reply = () => priced("10");
  await productDetail(english, "7");
  vi.setSystemTime(START_MS + 31 * SECONDS);
  let reply = (_: ReturnType<typeof priced>) => {};
  peer.reply = () => new Promise((resolve) => (reply = resolve));
  const reads = await Promise.all(Array.from({ length: 20 }, () => productDetail(english, "7")));
  await vi.waitUntil(() => peer.requests.length === 2, LONG_WAIT);
  for (const { product, asOf } of [...reads, await productDetail(english, "7")]) {
    expect([product.price, asOf], "no time: nothing has failed").toEqual(["10", undefined]);
  }
  reply(priced("12"));
  await endOfRenewals();
  expect((await productDetail(english, "7")).product.price).toBe("12");
  expect(peer.requests).toHaveLength(2);
});

test("while the platform hangs, what is held is given before any timer could fire", async () => {
  await productDetail(english, "7");
  vi.setSystemTime(START_MS + 31 * SECONDS);
  peer.reply = () => "hang";
  waitForEver();
  expect((await productDetail(english, "7")).product.title).toBe("Storage power");
  expect((await productDetail(english, "7")).asOf).toBeUndefined();
});

test.each([
  ["does not answer", failing],
  ["refuses", () => answer(null, "20001", "Not now")],
  ["answers nonsense", () => answer({ productId: { wrong: 1 }, price: "soon" })],
])("when the platform %s, the last good answer is served with its time, for 5 min", async (_, reply) => {
  peer.reply = () => priced("10");
  await productDetail(english, "7");
  peer.reply = reply;
  vi.setSystemTime(START_MS + 299 * SECONDS);
  await productDetail(english, "7");
  await endOfRenewals();
  vi.setSystemTime(START_MS + 300 * SECONDS);
  const { product, asOf } = await productDetail(english, "7");
  expect([product.price, asOf]).toEqual(["10", new Date(START_MS)]);
  await endOfRenewals();
  vi.setSystemTime(START_MS + 301 * SECONDS);
  await expect(productDetail(english, "7")).rejects.toThrow();
});

test("the time is no longer named once a renewal has succeeded", async () => {
  peer.reply = () => priced("10");
  await productDetail(english, "7");
  peer.reply = failing;
  vi.setSystemTime(START_MS + 31 * SECONDS);
  await productDetail(english, "7");
  await endOfRenewals();
  peer.reply = () => priced("12");
  vi.setSystemTime(START_MS + 32 * SECONDS);
  expect((await productDetail(english, "7")).asOf, "the renewal has not ended").toEqual(new Date(START_MS));
  await endOfRenewals();
  vi.setSystemTime(START_MS + 63 * SECONDS);
  const { product, asOf } = await productDetail(english, "7");
  expect([product.price, asOf]).toEqual(["12", undefined]);
  await endOfRenewals();
});

test("what the platform says does not exist is no longer given", async () => {
  await productDetail(english, "7");
  peer.reply = () => ({ status: 404, body: "" });
  vi.setSystemTime(START_MS + 31 * SECONDS);
  await productDetail(english, "7");
  await endOfRenewals();
  peer.reply = failing;
  await expect(productDetail(english, "7")).rejects.toMatchObject({ name: "Unavailable" });
});

test("a fresh read of a product comes from the platform, and updates the cache", async () => {
  peer.reply = () => priced("10");
  await productDetail(english, "7");
  peer.reply = () => priced("12");
  expect((await productDetail(english, "7", { fresh: true })).product.price).toBe("12");
  expect((await productDetail(english, "7")).product.price).toBe("12");
  expect(peer.requests).toHaveLength(2);
});

test("a fresh read of a product never gives a cached answer", async () => {
  peer.reply = () => priced("10");
  await productDetail(english, "7");
  peer.reply = failing;
  await expect(productDetail(english, "7", { fresh: true })).rejects.toMatchObject({ name: "Unavailable" });
});

test("a fresh read of the market, as for a deposit, never gives a cached answer", async () => {
  const named = (showName: string) => answer({ market: { coinList: { USDT: { showName } }, followCoinList: {} } });
  peer.reply = () => named("before");
  await market(english);
  peer.reply = () => named("now");
  expect((await market(english, { fresh: true })).coin("USDT").showName).toBe("now");
  peer.reply = failing;
  await expect(market(english, { fresh: true })).rejects.toMatchObject({ name: "Unavailable" });
  expect((await market(english)).coin("USDT").showName, "lists go on with the last good answer").toBe("now");
});

test("an answer about another product is refused", async () => {
  await expect(productDetail(english, "8")).rejects.toMatchObject({ name: "Unavailable" });
});

test("one visitor's page cannot change the shared answer", async () => {
  const { products } = await productList(english, page);
  expect(() => products.pop()).toThrow(TypeError);
  const usdt = (await market(english)).coin("USDT");
  expect(() => Object.assign(usdt, { showName: "changed" })).toThrow(TypeError);
});

test("a search of the notices is not cached, since the number of keywords is unlimited", async () => {
  await noticeList(english, { page: 1, pageSize: 5, keyword: "power" });
  await noticeList(english, { page: 1, pageSize: 5, keyword: "power" });
  expect(peer.requests).toHaveLength(2);
});

test("a public read is sent without a token, even when the caller has one", async () => {
  const caller = { locale: "en_US", token: "session-1", securityInfo: '{"language":"en"}' } as const;
  await Promise.all([
    publicInfo(caller),
    startCaptcha(caller),
    siteConfig(caller),
    noticeList(caller, { page: 1, pageSize: 5, keyword: "x" }),
  ]);
  for (const { headers, body } of peer.requests)
    expect(JSON.stringify([headers, body])).not.toMatch(/session-1|securityInfo/);
  expect(peer.requests).toHaveLength(4);
});

test("the platform is ready when public info can be read", async () => {
  expect(await probe()).toBe(true);
  expect(await probe()).toBe(true);
  expect(peer.requests, "asked each time").toHaveLength(2);
  peer.reply = failing;
  expect(await probe()).toBe(false);
  setEnv({ UPSTREAM_URL: "http://no-such-host.invalid" });
  expect(await probe()).toBe(false);
  setEnv({ UPSTREAM_URL: peer.url });
});
