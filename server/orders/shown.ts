import { DAY_MS, ZONE_MS } from "~server/i18n/locale";
import { recordedOrders, type OwnOrder } from "~server/purchase/own-orders";
import type { Session } from "~server/session/session";
import type { Order } from "~server/upstream/orders";

/** An order as it is shown. */
export interface ShownOrder extends Order {
  /** Which day of how many it is in. */
  day?: { day: number; of: number } | undefined;
}

const dayNumber = (timeMs: number) => Math.floor((timeMs + ZONE_MS) / DAY_MS);

/** The days of a cycle; undefined where it is not a whole number of them. */
function cycleOf({ miningCycleDays }: Pick<Order, "miningCycleDays">): number | undefined {
  return miningCycleDays !== undefined && /^[1-9]\d{0,5}$/.test(miningCycleDays) ? Number(miningCycleDays) : undefined;
}

/**
 * Which day of its cycle an order is in (behaviour 2.65): the day of the order is the first one, and the last day stays
 * the last. Only for an order that is mining or has no known status, and where time and cycle are known.
 */
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

/**
 * When the cycle of an order can end at the earliest, in milliseconds (behaviour 2.81): the time of the order and its
 * days. The upstream does not send when mining began. Undefined where either of the two is not known.
 */
export function earliestEndMs(order: Pick<Order, "orderTimeMs" | "miningCycleDays">): number | undefined {
  const days = cycleOf(order);
  return order.orderTimeMs === undefined || days === undefined ? undefined : order.orderTimeMs + days * DAY_MS;
}

/**
 * The products bought here, by order number (`recordedOrders`); empty where the record cannot be read.
 *
 * @param listed orders of this account
 */
export function boughtHere(
  session: Session,
  listed: readonly { orderNum: string }[] = [],
): Promise<Map<string, OwnOrder>> {
  return recordedOrders(session, listed).catch(() => new Map<string, OwnOrder>());
}
