import { expect, test, vi } from "vitest";
import { orderList } from "~server/upstream/orders";
import { poolStates } from "~server/upstream/pools";
import { productDetail } from "~server/upstream/catalogue";
import { identifiedUser } from "~server/upstream/user";
import { forMoney } from "~server/upstream/transport";
import { setEnv } from "../support/environment";
import { waitForEver } from "../support/endless-wait";
import { LONG_WAIT } from "../support/long-wait";
import { callOf } from "../support/upstream-calls";
import { answer, usePeer } from "../support/upstream-peer";

/** The pools of calls (behaviour 7.60). */

const peer = await usePeer();
const visitor = (token: string) => ({ locale: "en_US", token }) as const;
const stateOf = (purpose: string) => poolStates().find((state) => state.purpose === purpose);

/** One connection for accounts, whose list of orders hangs, with as many visitors as may wait behind it. */
async function fullPool() {
  setEnv({ UPSTREAM_POOLS: "account:1" });
  waitForEver();
  peer.reply = (request) => (request.path.endsWith("getOrderList") ? "hang" : answer(callOf(request).data));
  const lists = ["a", "b", "c", "d", "e"].map((token) => orderList(visitor(token)));
  for (const list of lists) list.catch(() => undefined);
  await vi.waitUntil(() => peer.requests.length === 1, LONG_WAIT);
}

test("a list that hangs takes no connection from public reads and payments", async () => {
  await fullPool();
  expect(stateOf("account")).toMatchObject({ running: 1, waiting: 4 });
  await productDetail({ locale: "en_US" }, "7");
  await identifiedUser(forMoney(visitor("payer")));
  expect(peer.requests).toHaveLength(3);
});

test("what does not fit fails at once, unsent; a place that becomes free is the next one's", async () => {
  await fullPool();
  await expect(identifiedUser(visitor("f"))).rejects.toMatchObject({ name: "Unavailable", sent: false });
  expect(peer.requests).toHaveLength(1);
  expect(stateOf("account")).toMatchObject({ refused: 1, waiting: 4 });
});

test("a fresh read for a payment does not join a public read that waits behind others", async () => {
  setEnv({ UPSTREAM_POOLS: "public:1" });
  waitForEver();
  peer.reply = ({ path, body }) =>
    path.endsWith("project_sku_detail") && body.includes('"1"') ? "hang" : answer(callOf({ path, body }).data);
  const first = productDetail({ locale: "en_US" }, "1");
  const behind = productDetail({ locale: "en_US" }, "7");
  for (const read of [first, behind]) read.catch(() => undefined);
  await vi.waitUntil(() => peer.requests.length === 1, LONG_WAIT);
  await productDetail({ locale: "en_US" }, "7", { maxAge: "fresh" });
  await productDetail({ locale: "en_US" }, "7", { fresh: true });
  expect(peer.requests.map(({ body }) => body.includes("7"))).toEqual([false, true, true]);
});

test("waiting is a part of the deadline, and who leaves makes room", async () => {
  setEnv({ UPSTREAM_POOLS: "account:1" });
  peer.reply = () => "hang";
  const first = orderList({ ...visitor("a"), deadlineMs: 400 });
  const second = orderList({ ...visitor("b"), deadlineMs: 100 });
  await expect(second).rejects.toMatchObject({ name: "Unavailable", sent: false });
  expect(stateOf("account")).toMatchObject({ waiting: 0 });
  await expect(first).rejects.toMatchObject({ name: "Unavailable", sent: true });
  expect(stateOf("account")).toMatchObject({ running: 0, waiting: 0 });
});

test("an environment with an unknown pool or size is refused", () => {
  setEnv({ UPSTREAM_POOLS: "account:0,orders:5" });
  expect(() => poolStates()).toThrow(/UPSTREAM_POOLS.*account:0/);
});
