import { ORDER_PAGES_AT_ONCE, ORDER_SEARCH_DEADLINE_MS } from "~server/constants";
import { orderList, type Order } from "~server/upstream/orders";
import type { Caller } from "~server/upstream/transport";

/** What looking for an order comes to: the order, that there is none, or from which page on it may still be. */
export type Found = { kind: "found"; order: Order } | { kind: "none" } | { kind: "older"; from: number };

/**
 * Looks for an order by its number, page by page: the platform knows no such question (behaviour 2.80). One request
 * looks through eight pages.
 *
 * @param from the page to begin with, from 1
 * @throws Refused, Expired, Unavailable
 */
export async function findOrder(caller: Caller, orderNum: string, from: number): Promise<Found> {
  const inTime = { ...caller, deadlineAtMs: Date.now() + ORDER_SEARCH_DEADLINE_MS };
  for (let page = from; page < from + ORDER_PAGES_AT_ONCE; page += 1) {
    const { orders, more } = await orderList(inTime, page);
    const order = orders.find((each) => each.orderNum === orderNum);
    if (order) return { kind: "found", order };
    if (!more) return { kind: "none" };
  }
  return { kind: "older", from: from + ORDER_PAGES_AT_ONCE };
}
