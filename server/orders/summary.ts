import Big from "big.js";
import { DAY_MS } from "~server/i18n/locale";
import { earliestEndMs } from "~server/orders/shown";
import { readDecimal } from "~server/purchase/decimal";
import type { Order } from "~server/upstream/orders";

/** Orders taken together; every sum is a decimal. */
export interface OrderSummary {
  /**
   * T of the orders that are mining or pending, and of those that have ended, by the upstream's status; undefined where
   * orders belong there, or may, and none could be added.
   */
  active?: string | undefined;
  ended?: string | undefined;
  /** Of the orders that are paid and not yet pending, if there are any. */
  waiting?: { terabytes?: string | undefined } | undefined;
  /** The payments in each coin, in the order of the coins' first orders. */
  paid: { symbol: string; amount: string }[];
  /** The next end of an active order, at the earliest, in milliseconds; worked out here. */
  nextEnd?: { orderNum: string; endMs: number } | undefined;
  /** Active orders whose earliest end is within `ENDING_SOON_DAYS`. */
  endingSoon: number;
  /** Orders that are in none of the sums of T because they name no quantity, and in no sum paid. */
  withoutQuantity: number;
  withoutPayment: number;
  /** Orders that are in none of the sums because their status is unknown. */
  withoutStatus: number;
}

/** How far the count of the next ends looks ahead. */
export const ENDING_SOON_DAYS = 90;

/** Mining or pending, by the upstream's status. */
export const isActive = ({ status }: Order) => status === "mining" || status === "pending";

/** @param isMore whether orders that are not among them may belong to them */
function sum(orders: readonly Order[], isMore: boolean): string | undefined {
  const amounts = orders.flatMap(({ tokenAmount }) => readDecimal(tokenAmount) ?? []);
  if (amounts.length === 0 && (orders.length > 0 || isMore)) return undefined;
  return amounts.reduce((total, amount) => total.plus(amount), new Big(0)).toFixed();
}

/** Takes orders together. */
export function summaryOf(orders: readonly Order[], nowMs: number): OrderSummary {
  const active = orders.filter(isActive);
  const ended = orders.filter(({ status }) => status === "ended");
  const waiting = orders.filter(({ status }) => status === "paid");
  const withoutStatus = orders.filter(({ status }) => status === "unknown").length;
  const paid = new Map<string, Big>();
  let withoutPayment = 0;
  for (const { payAmount, paySymbol } of orders) {
    const amount = readDecimal(payAmount);
    if (amount && paySymbol !== undefined) paid.set(paySymbol, amount.plus(paid.get(paySymbol) ?? 0));
    else withoutPayment += 1;
  }
  const ends = active
    .map((order) => ({ orderNum: order.orderNum, endMs: earliestEndMs(order) ?? 0 }))
    .filter(({ endMs }) => endMs > nowMs)
    .sort((one, other) => one.endMs - other.endMs);
  return {
    active: sum(active, withoutStatus > 0),
    ended: sum(ended, withoutStatus > 0),
    waiting: waiting.length > 0 ? { terabytes: sum(waiting, false) } : undefined,
    paid: [...paid].map(([symbol, amount]) => ({ symbol, amount: amount.toFixed() })),
    nextEnd: ends[0],
    endingSoon: ends.filter(({ endMs }) => endMs <= nowMs + ENDING_SOON_DAYS * DAY_MS).length,
    withoutQuantity: [...active, ...ended, ...waiting].filter(
      ({ tokenAmount }) => readDecimal(tokenAmount) === undefined,
    ).length,
    withoutPayment,
    withoutStatus,
  };
}
