import Big from "big.js";
import { DAY_MS } from "~server/i18n/locale";
import { earliestEndMs } from "~server/orders/displayed-order";
import { readDecimal } from "~server/purchase/decimal";
import type { Order } from "~server/upstream/orders";

export interface OrderSummary {
  /** Terabytes of mining and pending orders; undefined if such orders may exist but none has a known quantity. */
  active?: string | undefined;
  ended?: string | undefined;
  /** Orders that are paid but not pending yet. */
  waiting?: { terabytes?: string | undefined } | undefined;
  /** Terabytes that pages show first: of active orders, or of paid ones if nothing is active. */
  power: { label: "active" | "waiting"; terabytes?: string | undefined };
  /** Payments per coin, in the order in which the coins first occur. */
  paid: { coin: string; amount: string }[];
  /** Earliest end of an active order, computed here. */
  nextEnd?: { orderNum: string; endMs: number } | undefined;
  /** Number of active orders that may end within `ENDING_SOON_DAYS`. */
  endingSoon: number;
  /** Numbers of orders whose quantity, payment or status is unknown. */
  withoutQuantity: number;
  withoutPayment: number;
  withoutStatus: number;
}

const ENDING_SOON_DAYS = 90;

export const isActive = ({ status }: Order) => status === "mining" || status === "pending";

interface Power {
  count: number;
  terabytes?: Big | undefined;
}

/** @param isMore true if further orders may belong to these */
function totalOf({ count, terabytes }: Power, isMore: boolean): string | undefined {
  return terabytes === undefined && (count > 0 || isMore) ? undefined : (terabytes ?? new Big(0)).toFixed();
}

const asOwn = (symbol: string): string => symbol;

/** Sums up orders. Without `coinName`, coins are named by their symbols. */
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
  const activeTerabytes = totalOf(active, hasUnknown);
  const paidOnly = waiting.count > 0 ? { terabytes: totalOf(waiting, false) } : undefined;
  return {
    active: activeTerabytes,
    ended: totalOf(ended, hasUnknown),
    waiting: paidOnly,
    power:
      paidOnly && activeTerabytes === "0"
        ? { label: "waiting", ...paidOnly }
        : { label: "active", terabytes: activeTerabytes },
    paid: [...paid].map(([symbol, amount]) => ({ coin: coinName(symbol), amount: amount.toFixed() })),
    nextEnd,
    endingSoon: ends.filter(({ endMs }) => endMs <= nowMs + ENDING_SOON_DAYS * DAY_MS).length,
    withoutQuantity: without.quantity,
    withoutPayment: without.payment,
    withoutStatus: without.status,
  };
}
