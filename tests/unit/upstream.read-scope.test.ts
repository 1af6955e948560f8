import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { PUBLIC_STALE_MS } from "~server/constants";
import { productDetail } from "~server/upstream/catalogue";
import { endOfRenewals } from "~server/upstream/public-cache";
import { onPublicChange, withReadScope, type ReadScope } from "~server/upstream/read-scope";
import { siteConfig } from "~server/upstream/site";
import { callOf } from "../support/upstream-calls";
import { answer, usePeer } from "../support/upstream-peer";

const peer = await usePeer((request) => answer(callOf(request).data));
const START_MS = Date.UTC(2026, 0, 2, 3, 4, 5);
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START_MS });
});
const english = { locale: "en_US" } as const;
const chinese = { locale: "el_GR" } as const;
const priced = (price: string) =>
  answer({ productId: "7", title: "Power", productStatus: 1, price, paySymbol: "USDT" });
const failing = () => ({ status: 502, body: "bad gateway" });
const scope = (waits: boolean): ReadScope => ({ waits, keys: new Set() });
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** The keys of the reads whose answer changes from now on. */
function changes(): string[] {
  const keys: string[] = [];
  onTestFinished(onPublicChange((key) => keys.push(key)));
  return keys;
}

test("a scope learns the key of every public read in it, kept or not, and of no other", async () => {
  await siteConfig(english);
  const [one, other] = [scope(false), scope(false)];
  await Promise.all([
    withReadScope(one, async () => {
      await siteConfig(english);
      await productDetail(english, "7");
    }),
    withReadScope(other, () => siteConfig(chinese)),
  ]);
  expect([...one.keys]).toEqual([expect.stringContaining("common/kv"), expect.stringContaining("project_sku_detail")]);
  expect([...other.keys]).toEqual([expect.stringContaining("el_GR")]);
});

test("in a scope that waits, an answer that is no longer fresh is renewed before it is given", async () => {
  peer.reply = () => priced("10");
  await productDetail(english, "7");
  pass(31_000);
  peer.reply = () => priced("12");
  const { product, asOf } = await withReadScope(scope(true), () => productDetail(english, "7"));
  expect([product.price, asOf]).toEqual(["12", undefined]);
});

test("in a scope that waits, the last answer is given with its time when the renewal fails, and not asked again at once", async () => {
  peer.reply = () => priced("10");
  await productDetail(english, "7");
  pass(31_000);
  peer.reply = failing;
  const read = () => withReadScope(scope(true), () => productDetail(english, "7"));
  for (let times = 0; times < 3; times += 1) expect((await read()).asOf).toEqual(new Date(START_MS));
  expect(peer.requests, "the first, one renewal and its second try").toHaveLength(3);
});

test("in a scope that does not wait, the last answer is given at once", async () => {
  peer.reply = () => priced("10");
  await productDetail(english, "7");
  pass(31_000);
  peer.reply = () => priced("12");
  expect((await withReadScope(scope(false), () => productDetail(english, "7"))).product.price).toBe("10");
  await endOfRenewals();
});

test("a change is told when an answer became another one, not when it was renewed with the same content", async () => {
  const told = changes();
  const { keys } = scope(false);
  const read = () => withReadScope({ waits: true, keys }, () => productDetail(english, "7"));
  peer.reply = () => priced("10");
  await read();
  expect(told, "the first answer: pages were made without one").toEqual([...keys]);
  pass(31_000);
  await read();
  expect(peer.requests).toHaveLength(2);
  expect(told).toHaveLength(1);
  peer.reply = () => priced("12");
  pass(31_000);
  await read();
  expect(told).toEqual([...keys, ...keys]);
  peer.reply = failing;
  pass(31_000);
  await read();
  expect(told, "a failure changes no answer").toHaveLength(2);
  peer.reply = () => ({ status: 404, body: "" });
  pass(31_000);
  await expect(read()).rejects.toMatchObject({ name: "Absent" });
  expect(told).toEqual([...keys, ...keys, ...keys]);
});

test("a change is told when an answer comes back that was too old to be shown, though it says the same", async () => {
  await siteConfig(english);
  const told = changes();
  pass(PUBLIC_STALE_MS + 1);
  await siteConfig(english);
  expect(told).toHaveLength(1);
});

test("a listener that was stopped hears nothing", async () => {
  const keys: string[] = [];
  onPublicChange((key) => keys.push(key))();
  await siteConfig(english);
  expect(keys).toEqual([]);
});
