import { beforeEach, expect, test, vi } from "vitest";
import { PUBLIC_FAILURES_MAX } from "~server/constants";
import { productDetail, productList } from "~server/upstream/catalogue";
import { failureOf, noteFailure } from "~server/upstream/failed-reads";
import { noticeList } from "~server/upstream/notices";
import { endOfRenewals } from "~server/upstream/public-cache";
import { banners, siteConfig } from "~server/upstream/site";
import { Unavailable } from "~server/upstream/transport";
import { waitForEver } from "../support/endless-wait";
import { LONG_WAIT } from "../support/long-wait";
import { callOf } from "../support/upstream-calls";
import { answer, usePeer, type PeerRequest } from "../support/upstream-peer";

const peer = await usePeer((request) => answer(callOf(request).data));
const START_MS = Date.UTC(2026, 0, 2, 3, 4, 5);
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START_MS });
});
const english = { locale: "en_US" } as const;
const power = { page: 1, pageSize: 5, type: "power" } as const;
/** A refusal is a failure as well, and is not tried a second time by the transport. */
const refusing = () => answer(null, "20001", "Not now");
const at = (seconds: number) => vi.setSystemTime(START_MS + seconds * 1_000);

test("a read that fails is tried again after 1, 2, 4 … 30 s, and in between fails at once without a call", async () => {
  peer.reply = refusing;
  const triedAt: number[] = [];
  for (let second = 0; second <= 100; second += 0.5) {
    at(second);
    const before = peer.requests.length;
    await expect(siteConfig(english)).rejects.toMatchObject({ name: "Refused", code: "20001" });
    if (peer.requests.length > before) triedAt.push(second);
  }
  expect(triedAt).toEqual([0, 1, 3, 7, 15, 31, 61, 91]);
});

test("a success begins it anew", async () => {
  peer.reply = refusing;
  for (const second of [0, 1]) {
    at(second);
    await expect(siteConfig(english)).rejects.toThrow();
  }
  at(3);
  peer.reply = (request) => answer(callOf(request).data);
  await siteConfig(english);
  at(400);
  peer.reply = refusing;
  await expect(siteConfig(english)).rejects.toThrow();
  at(401);
  await expect(siteConfig(english)).rejects.toThrow();
  expect(peer.requests).toHaveLength(5);
});

test("the last answer is given with its time between the tries, and nothing is asked", async () => {
  await productList(english, power);
  peer.reply = refusing;
  at(31);
  await productList(english, power);
  await endOfRenewals();
  for (let reads = 0; reads < 10; reads += 1) {
    expect((await productList(english, power)).asOf).toEqual(new Date(START_MS));
  }
  expect(peer.requests).toHaveLength(2);
});

test("one id that fails degrades no other, nor another language or call", async () => {
  const isBad = ({ body }: PeerRequest) => (JSON.parse(body) as { productId?: string }).productId === "8";
  peer.reply = (request) => (isBad(request) ? refusing() : answer(callOf(request).data));
  await expect(productDetail(english, "8")).rejects.toThrow();
  await expect(productDetail(english, "8")).rejects.toThrow();
  expect((await productDetail(english, "7")).asOf).toBeUndefined();
  await Promise.all([productList(english, power), banners(english)]);
  expect(peer.requests.filter(isBad)).toHaveLength(1);
  expect(peer.requests).toHaveLength(4);
});

test("whoever asks for thousands of unknown ids and empty pages pushes no good answer out", async () => {
  await Promise.all([siteConfig(english), productDetail(english, "7")]);
  peer.reply = ({ path, body }) =>
    path.endsWith("notice_info_list")
      ? answer({ count: 0, noticeInfoList: [] })
      : Number((JSON.parse(body) as { productId: string }).productId) % 2
        ? refusing()
        : { status: 404, body: "" };
  for (let batch = 0; batch < 12; batch += 1) {
    const numbers = Array.from({ length: 100 }, (_, index) => 1_000 + batch * 100 + index);
    await Promise.all(
      numbers.flatMap((number) => [
        productDetail(english, String(number)).catch(() => undefined),
        noticeList(english, { page: number, pageSize: 100 }),
      ]),
    );
  }
  peer.requests.length = 0;
  await Promise.all([siteConfig(english), productDetail(english, "7")]);
  expect(peer.requests).toHaveLength(0);
});

test("the memory of failures is bounded, and keeps those that are asked for", () => {
  const error = new Unavailable("down", true);
  noteFailure("everybody's", error);
  noteFailure("nobody's", error);
  for (let id = 0; id < 10 * PUBLIC_FAILURES_MAX; id += 1) {
    noteFailure(`unknown ${id}`, error);
    expect(failureOf("everybody's")?.isRecent).toBe(true);
  }
  expect(failureOf("nobody's")).toBeUndefined();
  const ids = Array.from({ length: 10 * PUBLIC_FAILURES_MAX }, (_, id) => failureOf(`unknown ${id}`));
  expect(ids.filter(Boolean)).toHaveLength(PUBLIC_FAILURES_MAX - 1);
});

test("a clock that was set back holds no try up, and makes no answer fresh", async () => {
  await siteConfig(english);
  peer.reply = refusing;
  await expect(productList(english, power)).rejects.toThrow();
  at(-3_600);
  peer.reply = (request) => answer(callOf(request).data);
  expect((await productList(english, power)).products).toHaveLength(1);
  await siteConfig(english);
  await endOfRenewals();
  expect(peer.requests).toHaveLength(4);
  peer.reply = refusing;
  at(-7_200);
  await expect(productList(english, power), "as of a time to come").rejects.toThrow();
});

test("what decides about money waits for an answer of the last 30 s, and is never given an older one", async () => {
  const read = () => productList(english, power, { maxAge: "fresh" });
  await productList(english, power);
  at(29);
  await read();
  expect(peer.requests, "young enough").toHaveLength(1);
  at(30);
  peer.reply = () => answer({ count: 0, data: [] });
  expect((await read()).products).toEqual([]);
  at(61);
  peer.reply = refusing;
  await expect(read()).rejects.toMatchObject({ name: "Refused" });
  await expect(read()).rejects.toMatchObject({ name: "Refused" });
  expect(peer.requests, "a failure of this second is remembered").toHaveLength(3);
  expect((await productList(english, power)).asOf, "a page shows the last answer").toEqual(new Date(START_MS + 30_000));
});

test("a fresh read asks in spite of a failure that is remembered", async () => {
  peer.reply = refusing;
  await expect(productDetail(english, "7")).rejects.toThrow();
  peer.reply = (request) => answer(callOf(request).data);
  expect((await productDetail(english, "7", { fresh: true })).product.title).toBe("Storage power");
  await productDetail(english, "7");
  expect(peer.requests).toHaveLength(2);
});

test("with nothing to show, the next try after a failure is waited for a second; the try goes on", async () => {
  peer.reply = refusing;
  await expect(siteConfig(english)).rejects.toThrow();
  at(1);
  waitForEver();
  let reply = (_: ReturnType<typeof answer>) => {};
  peer.reply = () => new Promise((resolve) => (reply = resolve));
  const read = siteConfig(english).catch((error: unknown) => error);
  vi.advanceTimersByTime(1_000);
  expect(await read, "the failure before").toMatchObject({ name: "Refused" });
  await vi.waitUntil(() => peer.requests.length === 2, LONG_WAIT);
  reply(answer({ title: "Found" }));
  await endOfRenewals();
  expect((await siteConfig(english)).title).toBe("Found");
});

test("what a page can do without is waited for as long as it says, and after a failure not at all", async () => {
  waitForEver();
  const read = () => siteConfig(english, { patienceMs: 500 }).catch((error: unknown) => error);
  let reply = (_: ReturnType<typeof answer>) => {};
  peer.reply = () => new Promise((resolve) => (reply = resolve));
  const first = read();
  vi.advanceTimersByTime(500);
  expect(await first).toMatchObject({ name: "Unavailable" });
  await vi.waitUntil(() => peer.requests.length === 1, LONG_WAIT);
  reply(refusing());
  await endOfRenewals();
  vi.advanceTimersByTime(1_000);
  expect(await read(), "asked again, and not waited for").toMatchObject({ name: "Refused" });
  await vi.waitUntil(() => peer.requests.length === 2, LONG_WAIT);
  reply(answer({ title: "Found" }));
  await endOfRenewals();
  expect(await read()).toMatchObject({ title: "Found" });
});
