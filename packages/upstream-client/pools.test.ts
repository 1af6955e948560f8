import { expect, test, vi } from "vitest";
import { z } from "zod";
import { newRequestId, withRequestId } from "@storefront/observability/request-id";
import { waitForEver, LONG_WAIT } from "@storefront/test-support/endless-wait";
import { forPayment } from "./request";
import { data, useUpstream, type Context } from "./test/upstream";

const upstream = await useUpstream();
const { peer } = upstream;
const english = { locale: "en_US" } as const;
const visitor = (token: string): Context => ({ ...english, token });
const list = (context: Context) => upstream.client.call(context, { kind: "read", path: "/list", schema: z.null() });
const user = (context: Context) => upstream.client.call(context, { kind: "read", path: "/user", schema: z.null() });
const item = (id: string, options = {}) =>
  upstream.client.cachedRead(english, { path: "/item", body: { id }, schema: z.null() }, options);
const stateOf = (purpose: string) => upstream.client.poolStates().find((state) => state.purpose === purpose);

/** Makes a pool with one connection, which hangs, and a full queue. */
async function fullPool() {
  upstream.begin({ poolSizes: { account: 1 } });
  waitForEver(upstream.readsEnd);
  peer.reply = ({ path }) => (path === "/list" ? "hang" : data(null));
  for (const token of ["a", "b", "c", "d", "e"]) list(visitor(token)).catch(() => undefined);
  await vi.waitUntil(() => peer.requests.length === 1, LONG_WAIT);
}

test("a hanging list takes no connection from public reads and payments; beyond its queue calls fail unsent", async () => {
  await fullPool();
  expect(stateOf("account")).toMatchObject({ running: 1, waiting: 4 });
  await item("7");
  await user(forPayment(visitor("payer")));
  expect(peer.requests).toHaveLength(3);
  await expect(user(visitor("f"))).rejects.toMatchObject({ name: "UpstreamUnavailable", sent: false });
  expect(peer.requests).toHaveLength(3);
  expect(stateOf("account")).toMatchObject({ refused: 1, waiting: 4 });
});

test("a payment's fresh read does not wait for a queued public read", async () => {
  upstream.begin({ poolSizes: { public: 1 } });
  waitForEver(upstream.readsEnd);
  peer.reply = ({ body }) => (body.includes('"1"') ? "hang" : data(null));
  for (const read of [item("1"), item("7")]) read.catch(() => undefined);
  await vi.waitUntil(() => peer.requests.length === 1, LONG_WAIT);
  await item("7", { maxAge: "fresh" });
  await item("7", { fresh: true });
  expect(peer.requests.map(({ body }) => body.includes("7"))).toEqual([false, true, true]);
});

test("one payer, or all strangers together, cannot delay another payer's calls", async () => {
  upstream.begin({ poolSizes: { money: 8 } });
  waitForEver(upstream.readsEnd);
  peer.reply = ({ path, body }) => (path === "/list" || body.includes('"slow"') ? "hang" : data(null));
  for (let n = 0; n < 100; n += 1) list(forPayment(visitor("greedy"))).catch(() => undefined);
  for (let n = 0; n < 100; n += 1) item("slow", { fresh: true }).catch(() => undefined);
  await user(forPayment(visitor("payer")));
  await upstream.client.cachedRead(
    forPayment(visitor("payer")),
    { path: "/item", body: { id: "7" }, schema: z.null() },
    { fresh: true },
  );
  await item("8", { maxAge: "fresh" });
  expect(stateOf("money")).toMatchObject({ running: 2, waiting: 32 });
});

test("one network's sessions, however many, leave connections to other networks", async () => {
  upstream.begin({ poolSizes: { account: 40, money: 40 } });
  waitForEver(upstream.readsEnd);
  for (const [purpose, of] of [
    ["account", visitor],
    ["money", (token: string) => forPayment(visitor(token))],
  ] as const) {
    peer.reply = ({ path }) => (path === "/list" ? "hang" : data(null));
    for (let n = 0; n < 100; n += 1) list({ ...of(`session ${n}`), network: "192.0.2.1" }).catch(() => undefined);
    await user({ ...of("buyer"), network: "192.0.2.2" });
    expect(stateOf(purpose), purpose).toMatchObject({ running: 8, waiting: 92 });
  }
});

test("one network's fresh reads of products, from however many sessions, leave connections to other payers", async () => {
  upstream.begin({ poolSizes: { money: 40 } });
  waitForEver(upstream.readsEnd);
  peer.reply = ({ body }) => (body.includes('"slow"') ? "hang" : data(null));
  const read = (id: string, token: string, network: string) =>
    upstream.client.cachedRead(
      { ...forPayment(visitor(token)), network },
      { path: "/item", body: { id }, schema: z.null() },
      { fresh: true },
    );
  for (let n = 0; n < 100; n += 1) read("slow", `session ${n}`, "192.0.2.1").catch(() => undefined);
  await read("7", "buyer", "192.0.2.2");
  expect(stateOf("money")).toMatchObject({ running: 8, waiting: 92 });
});

test("when one visitor's lists fill the pool, another's call still queues and goes first", async () => {
  upstream.begin({ poolSizes: { account: 2 } });
  waitForEver(upstream.readsEnd);
  let respond = () => {};
  peer.reply = ({ path }) =>
    path === "/user" ? data(null) : new Promise((resolve) => (respond = () => resolve(data(null))));
  const greedy = Array.from({ length: 10 }, () => list(visitor("greedy")).catch((error: unknown) => error));
  await vi.waitUntil(() => peer.requests.length === 2, LONG_WAIT);
  const other = user(visitor("other"));
  expect(await greedy.at(-1)).toMatchObject({ name: "UpstreamUnavailable", sent: false });
  respond();
  await other;
  expect(peer.requests.map(({ path }) => path).slice(0, 3)).toEqual(["/list", "/list", "/user"]);
});

test("strangers who sign in each count as one visitor", async () => {
  upstream.begin({ poolSizes: { account: 3 } });
  waitForEver(upstream.readsEnd);
  const answers: (() => void)[] = [];
  peer.reply = () => new Promise((resolve) => answers.push(() => resolve(data(null))));
  const signIn = () =>
    withRequestId(newRequestId(), () => upstream.client.write(english, "/login")).catch(() => undefined);
  const all = [signIn(), signIn(), list(visitor("one"))];
  await vi.waitUntil(() => peer.requests.length === 3, LONG_WAIT);
  all.push(user(visitor("one")), signIn());
  answers[0]?.();
  await vi.waitUntil(() => peer.requests.length === 4, LONG_WAIT);
  expect(peer.requests[3]?.path).toBe("/login");
  peer.reply = () => data(null);
  for (const answer of answers) answer();
  await Promise.all(all);
});

test("made-up ids that hang leave connections to all other public reads", async () => {
  upstream.begin({ poolSizes: { public: 4 } });
  waitForEver(upstream.readsEnd);
  peer.reply = ({ body }) => (body.includes('"0') ? "hang" : data(null));
  for (let n = 0; n < 30; n += 1) item(`0${n}`, { isGuess: true }).catch(() => undefined);
  await vi.waitUntil(() => stateOf("public")?.waiting === 16, LONG_WAIT);
  await item("7");
  expect(stateOf("public")).toMatchObject({ running: 3 });
});

test("a list that hangs blocks no payment from another list that all payers share", async () => {
  upstream.begin({ poolSizes: { money: 8 } });
  waitForEver(upstream.readsEnd);
  const listed = (path: string, id: string) =>
    upstream.client.cachedRead(english, { path, body: { id }, schema: z.null() }, { maxAge: "fresh" });
  peer.reply = ({ path }) => (path === "/notices" ? "hang" : data(null));
  for (const id of ["1", "2", "3"]) listed("/notices", id).catch(() => undefined);
  await vi.waitUntil(() => peer.requests.length === 1, LONG_WAIT);
  await listed("/products", "1");
  expect(stateOf("money")).toMatchObject({ running: 1, waiting: 2 });
});

test("waiting counts towards the deadline, and a visitor who leaves frees a place", async () => {
  upstream.begin({ poolSizes: { account: 1 } });
  peer.reply = () => "hang";
  const first = list({ ...visitor("a"), deadlineMs: 400 });
  const second = list({ ...visitor("b"), deadlineMs: 100 });
  await expect(second).rejects.toMatchObject({ name: "UpstreamUnavailable", sent: false });
  expect(stateOf("account")).toMatchObject({ waiting: 0 });
  await expect(first).rejects.toMatchObject({ name: "UpstreamUnavailable", sent: true });
  expect(stateOf("account")).toMatchObject({ running: 0, waiting: 0 });
});
