import { ORDER_PAGE_SIZE } from "~server/constants";
import { ORDER_STATUSES } from "~server/env";
import { pagesOf } from "~server/list-page";
import { boughtHere, miningDay, type ShownOrder } from "~server/orders/shown";
import type { Session } from "~server/session/session";
import { orderList } from "~server/upstream/orders";
import type { Caller } from "~server/upstream/transport";

type Status = (typeof ORDER_STATUSES)[number];

/** The status that an address asks for; undefined for all orders, and for anything that is none. */
export function wantedStatus(status: string | null): Status | undefined {
  return ORDER_STATUSES.find((known) => known === status);
}

/**
 * One page of the orders, of which those of one status are shown (behaviour 2.64). The platform knows no such question:
 * what is counted and chosen from is the page that was read.
 *
 * @param wanted `page` from 1
 * @throws Refused, Expired, Unavailable
 */
export async function readOrders(
  caller: Caller,
  session: Session,
  { page, status }: { page: number; status: Status | undefined },
) {
  const [{ orders, ...facts }, own] = await Promise.all([orderList(caller, page), boughtHere(session)]);
  const nowMs = Date.now();
  const ofStatus = (wanted: Status) => orders.filter((order) => order.status === wanted);
  const counts = ORDER_STATUSES.map((each) => ({ status: each, count: ofStatus(each).length }));
  return {
    ...facts,
    page,
    pages: pagesOf(facts.count, ORDER_PAGE_SIZE),
    before: (page - 1) * ORDER_PAGE_SIZE,
    /** How many orders the page has, of any status. */
    read: orders.length,
    status,
    counts,
    orders: (status ? ofStatus(status) : orders).map((order): ShownOrder => ({
      ...order,
      plan: order.plan ?? own.get(order.orderNum)?.title,
      day: miningDay(order, nowMs),
    })),
  };
}
