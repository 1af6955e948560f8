import { LIST_CALLS_MAX } from "~server/loader/pagination";
import { ORDER_SEARCH_DEADLINE_MS } from "~server/orders/window";
import { cyclePercent } from "~server/orders/timeline";
import { earliestEndMs, orderNames, shownOrder, type ShownOrder } from "~server/orders/displayed-order";
import { decoded } from "~server/session/redirects";
import type { Session } from "~server/session/session";
import { orderList, type Order } from "~server/upstream/orders";
import { within, type UpstreamContext } from "~server/upstream/client";

/** An order with all that is known of it. */
export interface OneOrder {
  order: ShownOrder;
  /** When its cycle can end at the earliest, in milliseconds; worked out here. */
  endMs?: number | undefined;
  /** How much of its cycle is over. */
  percent?: number | undefined;
  /** What it was bought as, where it was bought here. */
  productId?: string | undefined;
}

/** From the URL: the number of an order, and the page of the list to begin with, from 1. */
interface Wanted {
  orderNum: string;
  from: number;
}

/**
 * Reads an order (behaviour 2.80).
 *
 * @returns `older` with the page to go on from, after searching the newer ones; null where the visitor has no order
 *   with this number
 */
export async function readOrder(
  upstreamContext: UpstreamContext,
  session: Session,
  wanted: Wanted,
): Promise<OneOrder | { older: number } | null> {
  const found = await findOrder(upstreamContext, wanted);
  if (found === null || "older" in found) return found;
  const names = await orderNames(session, upstreamContext.locale, [found]);
  const order = shownOrder(found, names);
  return {
    order,
    endMs: earliestEndMs(found),
    percent: order.day && cyclePercent(order.day),
    productId: names.own.get(wanted.orderNum)?.productId,
  };
}

/** Looks for an order page by page: the upstream has no call for one order. One request searches eight pages. */
async function findOrder(
  upstreamContext: UpstreamContext,
  { orderNum, from }: Wanted,
): Promise<Order | { older: number } | null> {
  const inTime = within(upstreamContext, ORDER_SEARCH_DEADLINE_MS);
  for (let page = from; page < from + LIST_CALLS_MAX; page += 1) {
    const { orders, more } = await orderList(inTime, page);
    const order = orders.find((each) => each.orderNum === orderNum);
    if (order) return order;
    if (!more) return null;
  }
  return { older: from + LIST_CALLS_MAX };
}

/**
 * The number of the order in a URL: `/MyOrder/{orderNum}`, percent-encoded, and `/MyOrder/{orderNum}.ics` (behaviour
 * 2.80). The router's own parameter would take an encoded `%2F` of the number for a slash.
 *
 * @param end what follows the number in the URL
 * @returns undefined where it names none
 */
export function orderNumOf(request: Request, end = ""): string | undefined {
  const [, , segment = ""] = new URL(request.url).pathname.split("/");
  const part = segment.toLowerCase().endsWith(end) ? segment.slice(0, segment.length - end.length) : "";
  return decoded(part) || undefined;
}
