import { coinNames, planTitles, type CoinNames, type PlanTitles } from "~server/catalogue/names";
import { DAY_MS, ZONE_MS, type Locale } from "~server/i18n/locale";
import { recordedOrders, type OwnOrder } from "~server/purchase/own-orders";
import type { Session } from "~server/session/session";
import type { Order } from "~server/upstream/orders";

export interface ShownOrder extends Omit<Order, "paySymbol" | "productId"> {
  /** Display name of the coin. */
  coin?: string | undefined;
  day?: { day: number; of: number } | undefined;
  /** Completed share of the cycle; 0 if it is unknown or has not begun. */
  percent: number;
  /** Earliest end of the cycle, computed here. */
  endMs?: number | undefined;
}

export const percentOf = (part: number, whole: number) => Math.round((part / whole) * 10_000) / 100;

export const cyclePercent = ({ day, of }: NonNullable<ShownOrder["day"]>): number => percentOf(day, of);

const dayNumber = (timeMs: number) => Math.floor((timeMs + ZONE_MS) / DAY_MS);

function cycleOf({ miningCycleDays }: Pick<Order, "miningCycleDays">): number | undefined {
  return miningCycleDays !== undefined && /^[1-9]\d{0,5}$/.test(miningCycleDays) ? Number(miningCycleDays) : undefined;
}

/** Returns the cycle's day for an order that mines or has an unknown status. The day of the order is the first. */
export function miningDay(
  order: Pick<Order, "status" | "orderTimeMs" | "miningCycleDays">,
  nowMs: number,
): ShownOrder["day"] {
  const { status, orderTimeMs } = order;
  if (status !== "mining" && status !== "unknown") return undefined;
  if (orderTimeMs === undefined || orderTimeMs > nowMs) return undefined;
  const of = cycleOf(order);
  return of === undefined ? undefined : { day: Math.min(dayNumber(nowMs) - dayNumber(orderTimeMs) + 1, of), of };
}

/** Computed from the order's time and days, because the upstream does not send when mining began. */
export function earliestEndMs(order: Pick<Order, "orderTimeMs" | "miningCycleDays">): number | undefined {
  const days = cycleOf(order);
  return order.orderTimeMs === undefined || days === undefined ? undefined : order.orderTimeMs + days * DAY_MS;
}

/** Names orders as they were bought, without the catalogue. */
const UNTITLED: PlanTitles = (_, bought) => bought;

export interface OrderNames {
  coin: CoinNames;
  /** Returns the product's name, in the visitor's language if the catalogue has it. */
  planOf: (order: Pick<Order, "orderNum" | "plan" | "productId">) => string | undefined;
  /** Products bought here, by order number; empty if the record is unreadable. */
  own: ReadonlyMap<string, OwnOrder>;
}

/** Reads product names for the `listed` orders, or for any orders if none are given. */
export async function orderNames(
  session: Session,
  locale: Locale,
  listed?: readonly Pick<Order, "orderNum" | "productId">[],
): Promise<OrderNames> {
  const [coin, own] = await Promise.all([
    coinNames(locale),
    recordedOrders(session).catch(() => new Map<string, OwnOrder>()),
  ]);
  const isNamed = ({ orderNum, productId }: Pick<Order, "orderNum" | "productId">) =>
    productId !== undefined || own.has(orderNum);
  // Skips the catalogue if no order needs it.
  const title = listed?.some(isNamed) === false ? UNTITLED : await planTitles(locale);
  return {
    coin,
    planOf: ({ orderNum, plan, productId }) => {
      const bought = own.get(orderNum);
      return title(bought?.productId ?? productId, plan ?? bought?.title);
    },
    own,
  };
}

export function shownOrder({ paySymbol, productId, ...order }: Order, { coin, planOf }: OrderNames): ShownOrder {
  const day = miningDay(order, Date.now());
  return {
    ...order,
    plan: planOf({ ...order, productId }),
    coin: coin(paySymbol),
    day,
    percent: order.status === "ended" ? 100 : day ? cyclePercent(day) : 0,
    endMs: earliestEndMs(order),
  };
}
