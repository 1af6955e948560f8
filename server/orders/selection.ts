import { ORDER_STATUSES } from "~server/env";
import { readDecimal } from "~server/purchase/decimal";
import type { Order } from "~server/upstream/orders";

/** A status that has a name. */
export type Status = (typeof ORDER_STATUSES)[number];

/** How orders can be sorted. */
export const SORTS = ["newest", "oldest", "amount"] as const;
export type Sort = (typeof SORTS)[number];

/** The filter and the sort of orders; without a `sort` they are in the upstream's order. */
export interface Selection {
  /** A part of the number, in any case. */
  q: string;
  status?: Status | undefined;
  sort?: Sort | undefined;
}

type Compare = (one: Order, other: Order) => number;

/** Unknown values come last in either direction. */
const known = <T>(one: T | undefined, other: T | undefined, compare: (one: T, other: T) => number): number => {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  return compare(one, other);
};

const byText = (one: string, other: string) => (one < other ? -1 : Number(one > other));

const COMPARE: Record<Sort, Compare> = {
  newest: (one, other) => known(one.orderTimeMs, other.orderTimeMs, (a, b) => b - a),
  oldest: (one, other) => known(one.orderTimeMs, other.orderTimeMs, (a, b) => a - b),
  // Amounts of two coins cannot be compared: coin by coin.
  amount: (one, other) =>
    known(coinOf(one), coinOf(other), byText) ||
    known(readDecimal(one.payAmount), readDecimal(other.payAmount), (a, b) => b.cmp(a)),
};

/** The coin of an amount; of no amount none. */
const coinOf = ({ payAmount, paySymbol }: Order) => (payAmount === undefined ? undefined : (paySymbol ?? ""));

/**
 * Chooses and sorts orders (behaviour 2.84).
 *
 * @returns the orders, and the count of each status among those with a matching number
 */
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
