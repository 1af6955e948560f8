import { coinNames, planTitles, type CoinNames, type PlanTitles } from "~server/catalogue/names";
import { DAY_MS, ZONE_MS, type Locale } from "~server/i18n/locale";
import { recordedOrders, type OwnOrder } from "~server/purchase/own-orders";
import type { Session } from "~server/session/session";
import type { Order } from "~server/upstream/orders";

/** An order as it is shown. */
export interface ShownOrder extends Omit<Order, "paySymbol" | "productId"> {
  /** The name of the coin that paid. */
  coin?: string | undefined;
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

/** Without a catalogue a product has the name that it was bought under. */
const UNTITLED: PlanTitles = (_, bought) => bought;

/** How orders are named. */
export interface OrderNames {
  coin: CoinNames;
  /** What an order was bought as, in the visitor's language where the catalogue has it (behaviour 2.56). */
  planOf: (order: Pick<Order, "orderNum" | "plan" | "productId">) => string | undefined;
  /** Products bought here, by order number; empty where the record cannot be read. */
  own: ReadonlyMap<string, OwnOrder>;
}

/**
 * Reads what names orders.
 *
 * @param listed orders of this account; without them, of any that may come
 */
export async function orderNames(
  session: Session,
  locale: Locale,
  listed?: readonly Pick<Order, "orderNum" | "productId">[],
): Promise<OrderNames> {
  const [coin, own] = await Promise.all([
    coinNames(locale),
    recordedOrders(session, listed ?? []).catch(() => new Map<string, OwnOrder>()),
  ]);
  const isNamed = ({ orderNum, productId }: Pick<Order, "orderNum" | "productId">) =>
    productId !== undefined || own.has(orderNum);
  // Nobody waits for a catalogue that names none of them.
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

/** An order under its names. */
export function shownOrder({ paySymbol, productId, ...order }: Order, { coin, planOf }: OrderNames): ShownOrder {
  return { ...order, plan: planOf({ ...order, productId }), coin: coin(paySymbol), day: miningDay(order, Date.now()) };
}
