import Big from "big.js";
import { DAY_MS } from "~server/i18n/locale";
import { earliestEndMs } from "~server/orders/displayed-order";
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
  paid: { coin: string; amount: string }[];
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
const ENDING_SOON_DAYS = 90;

/** Mining or pending, by the upstream's status. */
export const isActive = ({ status }: Order) => status === "mining" || status === "pending";

/** The T of orders that belong together. */
interface Power {
  count: number;
  /** Undefined where none of them names its quantity. */
  terabytes?: Big | undefined;
}

/** @param isMore whether orders that are not among them may belong to them */
function totalOf({ count, terabytes }: Power, isMore: boolean): string | undefined {
  return terabytes === undefined && (count > 0 || isMore) ? undefined : (terabytes ?? new Big(0)).toFixed();
}

const asOwn = (symbol: string): string => symbol;

/**
 * Takes orders together.
 *
 * @param coinName as `coinNames` reads it; coins go by their own names without it
 */
export function summaryOf(orders: readonly Order[], nowMs: number, coinName = asOwn): OrderSummary {
  const [active, ended, waiting]: [Power, Power, Power] = [{ count: 0 }, { count: 0 }, { count: 0 }];
  const paid = new Map<string, Big>();
  const ends: NonNullable<OrderSummary["nextEnd"]>[] = [];
  const without = { quantity: 0, payment: 0, status: 0 };
  for (const order of orders) {
    const { orderNum, status, payAmount, paySymbol } = order;
    const amount = readDecimal(payAmount);
    if (amount && paySymbol !== undefined) paid.set(paySymbol, paid.get(paySymbol)?.plus(amount) ?? amount);
    else without.payment += 1;
    if (isActive(order)) {
      const endMs = earliestEndMs(order) ?? 0;
      if (endMs > nowMs) ends.push({ orderNum, endMs });
    }
    const power = isActive(order) ? active : status === "ended" ? ended : status === "paid" ? waiting : undefined;
    if (!power) {
      if (status === "unknown") without.status += 1;
      continue;
    }
    power.count += 1;
    const terabytes = readDecimal(order.tokenAmount);
    if (terabytes) power.terabytes = power.terabytes?.plus(terabytes) ?? terabytes;
    else without.quantity += 1;
  }
  const hasUnknown = without.status > 0;
  const nextEnd = ends.sort((one, other) => one.endMs - other.endMs)[0];
  return {
    active: totalOf(active, hasUnknown),
    ended: totalOf(ended, hasUnknown),
    waiting: waiting.count > 0 ? { terabytes: totalOf(waiting, false) } : undefined,
    paid: [...paid].map(([symbol, amount]) => ({ coin: coinName(symbol), amount: amount.toFixed() })),
    nextEnd,
    endingSoon: ends.filter(({ endMs }) => endMs <= nowMs + ENDING_SOON_DAYS * DAY_MS).length,
    withoutQuantity: without.quantity,
    withoutPayment: without.payment,
    withoutStatus: without.status,
  };
}
