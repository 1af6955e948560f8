import { beforeEach, expect, test, vi } from "vitest";
import { breakerStates } from "~server/upstream/breaker";
import { productDetail } from "~server/upstream/catalogue";
import { orderList } from "~server/upstream/orders";
import { forMoney, type Caller } from "~server/upstream/transport";
import { identifiedUser } from "~server/upstream/user";
import { captureLog } from "../support/captured-log";
import { callOf } from "../support/upstream-calls";
import { answer, usePeer, type PeerRequest } from "../support/upstream-peer";

/** Reads that keep failing are stopped (behaviour 13.21). */

const peer = await usePeer();
const working = (request: PeerRequest) => answer(callOf(request).data);
const failing = () => ({ status: 502, body: "<h1>Bad gateway</h1>" });
const START_MS = Date.UTC(2026, 0, 2, 3, 4, 5);
const at = (seconds: number) => vi.setSystemTime(START_MS + seconds * 1_000);
const visitor = (token: string): Caller => ({ locale: "en_US", token });
const stateOf = (name: string) => breakerStates().find(({ path }) => path.endsWith(name))?.state;
/** Asks for orders; gives whether the platform was asked. */
async function asks(caller: Caller): Promise<boolean> {
  const before = peer.requests.length;
  await orderList(caller).catch(() => undefined);
  return peer.requests.length > before;
}
/** The orders of five visitors cannot be read. */
async function stopOrders(): Promise<void> {
  peer.reply = failing;
  for (const token of ["a", "b", "c", "d", "e"]) expect(await asks(visitor(token))).toBe(true);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START_MS });
});

test("after five visitors in a row nobody asks any more, and the failure is told at once as unsent", async () => {
  await stopOrders();
  peer.requests.length = 0;
  await expect(orderList(visitor("f"))).rejects.toMatchObject({ name: "Unavailable", sent: false });
  expect(peer.requests).toHaveLength(0);
  expect(stateOf("getOrderList")).toBe("open");
});

test("another call goes on", async () => {
  await stopOrders();
  peer.reply = working;
  await identifiedUser(visitor("f"));
  expect(stateOf("user_info")).toBe("closed");
});

test("one call tries again after 1, 2, 4, 8, 15 and then every 30 s", async () => {
  await stopOrders();
  const triedAt: number[] = [];
  for (let second = 0.5; second <= 95; second += 0.5) {
    at(second);
    if (await asks(visitor(`at ${second}`))) triedAt.push(second);
  }
  expect(triedAt).toEqual([1, 3, 7, 15, 30, 60, 90]);
});

test("a clock that is set back makes no pause longer", async () => {
  await stopOrders();
  at(-8 * 3600);
  peer.reply = working;
  expect(await asks(visitor("later"))).toBe(true);
  expect(stateOf("getOrderList")).toBe("closed");
});

test("while one tries, others do not wait; its success lets all ask again, which the log says", async () => {
  const log = captureLog();
  await stopOrders();
  at(1);
  let reply: (found: ReturnType<typeof working>) => void = () => {};
  peer.reply = () => new Promise((resolve) => (reply = resolve));
  const before = peer.requests.length;
  const probe = orderList(visitor("first"));
  await vi.waitUntil(() => peer.requests.length > before);
  expect(stateOf("getOrderList")).toBe("half-open");
  await expect(orderList(visitor("second"))).rejects.toMatchObject({ sent: false });
  reply(working(peer.requests.at(-1) as PeerRequest));
  await probe;
  expect(stateOf("getOrderList")).toBe("closed");
  peer.reply = working;
  expect(await asks(visitor("third"))).toBe(true);
  const told = log.lines.filter(({ call, reason }) => call && !reason).map(({ msg }) => msg);
  expect(told).toEqual(["the platform is not asked this for a while", "the platform answers this again"]);
});

test("one visitor who reloads, or one bad id, stops nothing for others", async () => {
  peer.reply = failing;
  for (let times = 0; times < 12; times += 1) await asks(visitor("the same"));
  for (let times = 0; times < 12; times += 1) {
    await productDetail({ locale: "en_US" }, "8", { maxAge: "fresh" }).catch(() => undefined);
    at(times * 60);
  }
  expect(stateOf("getOrderList")).toBe("closed");
  peer.reply = working;
  expect(await asks(visitor("another"))).toBe(true);
});

test("refusals, expired sessions and clear answers begin the count anew", async () => {
  for (const clear of [answer(null, "20001", "no"), answer(null, "10002", "expired")] as const) {
    peer.reply = failing;
    for (const token of ["a", "b", "c", "d"]) await asks(visitor(token));
    peer.reply = () => clear;
    await asks(visitor("clear"));
  }
  peer.reply = failing;
  for (const token of ["a", "b", "c", "d"]) await asks(visitor(token));
  expect(stateOf("getOrderList")).toBe("closed");
});

test("a read with less time than a second says nothing about the platform when it fails", async () => {
  peer.reply = failing;
  for (const token of ["a", "b", "c", "d", "e", "f"]) await asks({ ...visitor(token), deadlineMs: 900 });
  expect(stateOf("getOrderList")).toBe("closed");
});

test("such a read is not the one that tries again either: it would stop for all what is only slow", async () => {
  await stopOrders();
  at(1);
  expect(await asks({ ...visitor("hurried"), deadlineMs: 900 })).toBe(false);
  peer.reply = working;
  expect(await asks(visitor("patient"))).toBe(true);
  expect(stateOf("getOrderList")).toBe("closed");
});

test("what belongs to a payment asks all the same", async () => {
  await stopOrders();
  peer.reply = working;
  expect(await asks(forMoney(visitor("payer")))).toBe(true);
});
