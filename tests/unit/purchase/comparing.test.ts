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
const orders = Array.from({ length: 1_000 }, (_, at): Order => {
  const amounts = { tokenAmount: "1", payAmount: "46.5", paySymbol: "USDT", orderTimeMs: nowMs };
  return { orderNum: `N${at}`, status: "mining", rawStatus: "1", ...amounts };
});

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
