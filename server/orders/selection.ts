import { ORDER_STATUSES } from "~server/env";
import { readDecimal } from "~server/purchase/decimal";
import type { Order } from "~server/upstream/orders";

export type Status = (typeof ORDER_STATUSES)[number];

export const SORTS = ["newest", "oldest", "amount"] as const;
export type Sort = (typeof SORTS)[number];

/** Without `sort`, orders stay in the upstream's order. */
export interface Selection {
  q: string;
  status?: Status | undefined;
  sort?: Sort | undefined;
}

/** Unknown values come last in either direction. */
const known = <T>(one: T | undefined, other: T | undefined, compare: (one: T, other: T) => number): number => {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  return compare(one, other);
};

const byText = (one: string, other: string) => (one < other ? -1 : Number(one > other));

const COMPARE: Record<Sort, (one: Order, other: Order) => number> = {
  newest: (one, other) => known(one.orderTimeMs, other.orderTimeMs, (a, b) => b - a),
  oldest: (one, other) => known(one.orderTimeMs, other.orderTimeMs, (a, b) => a - b),
  // Sorts coin by coin, because amounts of two coins cannot be compared.
  amount: (one, other) =>
    known(coinOf(one), coinOf(other), byText) || known(amountOf(one), amountOf(other), (a, b) => b.cmp(a)),
};

/** Parsed payments. Comparisons need them repeatedly, and parsing sixteen thousand each time would take a second. */
const amounts = new WeakMap<Order, ReturnType<typeof readDecimal>>();

function amountOf(order: Order) {
  if (!amounts.has(order)) amounts.set(order, readDecimal(order.payAmount));
  return amounts.get(order);
}

const coinOf = ({ payAmount, paySymbol }: Order) => (payAmount === undefined ? undefined : (paySymbol ?? ""));

export function selected(
  orders: readonly Order[],
  { q, status, sort }: Selection,
): { orders: Order[]; all: number; counts: { status: Status; count: number }[] } {
  const part = q.toLowerCase();
  const named = orders.filter(({ orderNum }) => orderNum.toLowerCase().includes(part));
  const ofStatus = (wanted: Status) => named.filter((order) => order.status === wanted);
  const chosen = status ? ofStatus(status) : [...named];
  return {
    orders: sort ? chosen.sort(COMPARE[sort]) : chosen,
    all: named.length,
    counts: ORDER_STATUSES.map((each) => ({ status: each, count: ofStatus(each).length })),
  };
}
