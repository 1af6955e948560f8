import { expect, test } from "vitest";
import type { Attempt } from "~server/purchase/attempts";
import { compareEarlier, missingOrders } from "~server/purchase/unknown-outcome";
import type { Order } from "~server/upstream/orders";

const nowMs = Date.now();
const attempts = (count: number, more: Partial<Attempt>) =>
  Array.from({ length: count }, (_, at): Attempt => {
    const bought = { productId: "1001", tokenAmount: "1", payAmount: "46.5", paySymbol: "USDT", atMs: nowMs };
    const block = { blockedUntilMs: nowMs + 60_000, epoch: "one" };
    return { id: `${more.state ?? ""} ${at}`, state: "unknown", before: [], ...bought, ...block, ...more };
  });
const order = (orderNum: string): Order => {
  const amounts = { tokenAmount: "1", payAmount: "46.5", paySymbol: "USDT", orderTimeMs: nowMs };
  return { orderNum, status: "mining", rawStatus: "1", ...amounts };
};
const orders = Array.from({ length: 1_000 }, (_, at) => order(`N${at}`));

/** Everything matches an order, except for the coin. */
const paid = attempts(20, { state: "paid", paySymbol: "USDC", isUnlisted: true });

test.each<[string, () => Promise<unknown>]>([
  ["attempts without an outcome", () => compareEarlier([...attempts(5, { isRefused: true }), ...paid], orders, "1001")],
  ["paid attempts", () => missingOrders(orders, paid)],
])("comparing many %s with many orders leaves turns of the event loop to others", async (_, compare) => {
  let isCompared = false;
  const comparing = Promise.resolve()
    .then(compare)
    .then(() => (isCompared = true));
  await new Promise(setImmediate);
  expect(isCompared).toBe(false);
  await comparing;
});

/** A paid purchase of another product, whose order is not listed yet. */
const awaited = (before: string[]) =>
  attempts(1, { id: before.join(), productId: "1002", state: "paid", before, isUnlisted: true });

test.each([{ isRefused: true }, {}])(
  "an order counts as an earlier attempt's if it was there before a paid one: %j",
  async (more) => {
    const [found] = await compareEarlier([...attempts(1, more), ...awaited(["late"])], [order("late")], "1001");
    expect(found).toMatchObject({ state: "made", orderNum: "late" });
  },
);

test("an order is not a paid attempt's whose own order was listed, although a later list lacks that", async () => {
  const known = attempts(1, { productId: "1002", state: "paid", orderNum: "own" });
  const refused = attempts(1, { isRefused: true, before: ["old"] });
  const [found] = await compareEarlier([...refused, ...known], [order("late"), order("old")], "1001");
  expect(found).toMatchObject({ state: "made", orderNum: "late" });
});

test("two orders in the list are those of two paid attempts, the older one that of the first", async () => {
  expect(await missingOrders([order("new"), order("old")], [...awaited([]), ...awaited(["old"])])).toEqual([]);
});

test("more attempts than an account may have are not compared: with 2,000 orders that would take minutes", async () => {
  const known = [...attempts(600, { isRefused: true }), ...attempts(600, { tokenAmount: "2" })];
  expect(await compareEarlier(known, orders, "1001")).toBe(known);
});
