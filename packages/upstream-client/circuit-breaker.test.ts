import { beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { captureLog } from "@storefront/observability/test/captured-log";
import type { Reply } from "@storefront/test-support/peer";
import { forPayment } from "./request";
import { BAD_GATEWAY, data, EXPIRED, refusal, useUpstream, type Context } from "./test/upstream";

const upstream = await useUpstream();
const { peer } = upstream;
const START_MS = Date.UTC(2026, 0, 2, 3, 4, 5);
const at = (seconds: number) => vi.setSystemTime(START_MS + seconds * 1_000);
const visitor = (token: string): Context => ({ locale: "en_US", token });
const orders = (context: Context) =>
  upstream.client.call(context, { kind: "read", path: "/orders", schema: z.unknown() });
const stateOf = (name: string) => upstream.client.breakerStates().find(({ path }) => path === name)?.state;
const working = () => data(null);
const failing = () => BAD_GATEWAY;

/** Reads orders. Returns true if the upstream was called. */
async function asks(context: Context): Promise<boolean> {
  const before = peer.requests.length;
  await orders(context).catch(() => undefined);
  return peer.requests.length > before;
}

/** Opens the circuit with failed reads of five visitors. */
async function stopOrders(): Promise<void> {
  peer.reply = failing;
  for (const token of ["a", "b", "c", "d", "e"]) expect(await asks(visitor(token))).toBe(true);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START_MS });
});

test("after five visitors' failures in a row, calls fail at once and are reported as unsent", async () => {
  await stopOrders();
  peer.requests.length = 0;
  await expect(orders(visitor("f"))).rejects.toMatchObject({
    name: "UpstreamUnavailable",
    sent: false,
    message: "stopped after failures: status 502",
  });
  expect(peer.requests).toHaveLength(0);
  expect(stateOf("/orders")).toBe("open");
});

test("one call probes after 1, 2, 4, 8, 15 and then every 30 s", async () => {
  await stopOrders();
  const triedAt: number[] = [];
  for (let second = 0.5; second <= 95; second += 0.5) {
    at(second);
    if (await asks(visitor(`at ${second}`))) triedAt.push(second);
  }
  expect(triedAt).toEqual([1, 3, 7, 15, 30, 60, 90]);
});

test("setting the clock back lengthens no pause", async () => {
  await stopOrders();
  at(-8 * 3600);
  peer.reply = working;
  expect(await asks(visitor("later"))).toBe(true);
  expect(stateOf("/orders")).toBe("closed");
});

test("during a probe other calls fail at once; its success closes the circuit, which is logged", async () => {
  const log = captureLog();
  await stopOrders();
  at(1);
  let reply: (found: Reply) => void = () => {};
  peer.reply = () => new Promise((resolve) => (reply = resolve));
  const before = peer.requests.length;
  const probe = orders(visitor("first"));
  await vi.waitUntil(() => peer.requests.length > before);
  expect(stateOf("/orders")).toBe("half-open");
  await expect(orders(visitor("second"))).rejects.toMatchObject({ sent: false });
  reply(working());
  await probe;
  expect(stateOf("/orders")).toBe("closed");
  peer.reply = working;
  expect(await asks(visitor("third"))).toBe(true);
  const message = log.lines.filter(({ call, reason }) => call && !reason).map(({ msg }) => msg);
  expect(message).toEqual(["circuit breaker open: calls are paused", "circuit breaker closed: calls resume"]);
});

test("one visitor who reloads, or one bad id, does not open the circuit for others", async () => {
  peer.reply = failing;
  for (let times = 0; times < 12; times += 1) await asks(visitor("the same"));
  const item = { path: "/item", body: { id: "8" }, schema: z.unknown() };
  for (let times = 0; times < 12; times += 1) {
    await upstream.client.cachedRead({ locale: "en_US" }, item).catch(() => undefined);
    at(times * 60);
  }
  expect([stateOf("/orders"), stateOf("/item")]).toEqual(["closed", "closed"]);
  peer.reply = working;
  expect(await asks(visitor("another"))).toBe(true);
});

test("many made-up ids, or one visitor's many requests, do not open the circuit for others", async () => {
  peer.reply = failing;
  const { client } = upstream;
  const ids = Array.from({ length: 12 }, (_, n) => ({ id: `0${n}` }));
  for (const body of ids) {
    const item = { path: "/item", body, schema: z.unknown() };
    await client.cachedRead({ locale: "en_US" }, item, { isGuess: true }).catch(() => undefined);
    const page = { kind: "read", path: "/orders", body, schema: z.unknown() } as const;
    await client.call(visitor("the same"), page).catch(() => undefined);
  }
  expect([stateOf("/orders"), stateOf("/item")]).toEqual(["closed", "closed"]);
});

test("rejections, expired sessions and clear responses reset the count", async () => {
  for (const clear of [refusal("20001"), EXPIRED]) {
    peer.reply = failing;
    for (const token of ["a", "b", "c", "d"]) await asks(visitor(token));
    peer.reply = () => clear;
    await asks(visitor("clear"));
  }
  peer.reply = failing;
  for (const token of ["a", "b", "c", "d"]) await asks(visitor(token));
  expect(stateOf("/orders")).toBe("closed");
});

test("the failure of a read with less than a second left does not count", async () => {
  peer.reply = failing;
  for (const token of ["a", "b", "c", "d", "e", "f"]) await asks({ ...visitor(token), deadlineMs: 900 });
  expect(stateOf("/orders")).toBe("closed");
});

test("a read with less than a second left never probes: it would block a call that is only slow", async () => {
  await stopOrders();
  at(1);
  expect(await asks({ ...visitor("hurried"), deadlineMs: 900 })).toBe(false);
  peer.reply = working;
  expect(await asks(visitor("patient"))).toBe(true);
  expect(stateOf("/orders")).toBe("closed");
});

test("calls of a payment are sent even while the circuit is open", async () => {
  await stopOrders();
  peer.reply = working;
  expect(await asks(forPayment(visitor("payer")))).toBe(true);
});

test("one network's sessions neither open the circuit for others nor keep it open", async () => {
  peer.reply = failing;
  const ofNetwork = (token: string): Context => ({ ...visitor(token), network: "192.0.2.1" });
  for (const token of ["a", "b", "c", "d", "e", "f"]) await asks(ofNetwork(token));
  expect(stateOf("/orders")).toBe("closed");
  upstream.begin();
  const networks = ["1", "2", "3", "4", "5", "6"];
  await Promise.all(networks.map((network) => asks({ ...visitor("a"), network: `192.0.2.${network}` })));
  expect(stateOf("/orders")).toBe("open");
  at(1);
  expect(await asks(ofNetwork("g"))).toBe(true);
  at(3);
  expect(await asks(ofNetwork("h"))).toBe(false);
  peer.reply = working;
  expect(await asks({ ...visitor("another"), network: "192.0.2.6" })).toBe(true);
  expect(stateOf("/orders")).toBe("closed");
});
