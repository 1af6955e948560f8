import { expect, test } from "vitest";
import { probe } from "~server/upstream/captcha";
import { productDetail } from "~server/upstream/catalogue";
import { market } from "~server/upstream/market";
import { noticeList } from "~server/upstream/notices";
import { setEnv } from "../../support/environment";
import { CALLS, callOf } from "../../support/upstream-calls";
import { envelope, usePeer } from "../../support/upstream-peer";

const peer = await usePeer((request) => envelope(callOf(request).data));
const english = { locale: "en_US" } as const;
const failing = () => ({ status: 502, body: "bad gateway" });

const CACHED = "productList productDetail market noticeList siteConfig banners countries appDownload".split(" ");

test.each(CALLS)("$name is cached only if it is a cacheable public read", async ({ name, run }) => {
  await run({ locale: "en_US", token: "session-1" });
  await run({ locale: "en_US", token: "session-2" });
  expect(peer.requests).toHaveLength(CACHED.includes(name) ? 1 : 2);
});

test("a fresh read of the market, as for a deposit, never returns a cached response", async () => {
  const named = (showName: string) => envelope({ market: { coinList: { USDT: { showName } }, followCoinList: {} } });
  peer.reply = () => named("before");
  await market(english);
  peer.reply = () => named("now");
  expect((await market(english, { fresh: true })).coin("USDT").showName).toBe("now");
  peer.reply = failing;
  await expect(market(english, { fresh: true })).rejects.toMatchObject({ name: "UpstreamUnavailable" });
  expect((await market(english)).coin("USDT").showName, "lists continue with the last good response").toBe("now");
});

test("a response about another product is rejected", async () => {
  await expect(productDetail(english, "8")).rejects.toMatchObject({ name: "UpstreamUnavailable" });
});

test("a notice search is not cached, since the number of keywords is unlimited", async () => {
  await noticeList(english, { page: 1, pageSize: 5, keyword: "power" });
  await noticeList(english, { page: 1, pageSize: 5, keyword: "power" });
  expect(peer.requests).toHaveLength(2);
});

test("the upstream is ready when public info can be read", async () => {
  expect(await probe()).toEqual({ ok: true });
  expect(await probe()).toEqual({ ok: true });
  expect(peer.requests, "requested each time").toHaveLength(2);
  peer.reply = failing;
  expect(await probe()).toEqual({ ok: false, note: "status 502" });
  setEnv({ UPSTREAM_URL: "http://no-such-host.invalid" });
  expect(await probe()).toEqual({ ok: false, note: expect.stringMatching(/^not connected \(/) as string });
  setEnv({ UPSTREAM_URL: peer.url });
});
