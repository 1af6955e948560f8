import { DAY_MS, ORDER_PAGE_SIZE, ZONE_MS } from "~server/constants";
import { ORDER_STATUSES } from "~server/env";
import { pagesOf } from "~server/list-page";
import { ownerOfOrders, readOwnOrders } from "~server/purchase/own-orders";
import type { Session } from "~server/session/session";
import { orderList, type Order } from "~server/upstream/orders";
import type { Caller } from "~server/upstream/transport";

type Status = (typeof ORDER_STATUSES)[number];

/** An order as it is shown. */
export interface ShownOrder extends Order {
  /** Which day of how many it is in. */
  day?: { day: number; of: number } | undefined;
}

const dayNumber = (timeMs: number) => Math.floor((timeMs + ZONE_MS) / DAY_MS);

/**
 * Which day of its cycle an order is in (behaviour 2.65): the day of the order is the first one, and the last day stays
 * the last. Only of an order that is mining, or of which the status says nothing, and where time and cycle are known.
 */
export function miningDay(
  { status, orderTimeMs, miningCycleDays }: Pick<Order, "status" | "orderTimeMs" | "miningCycleDays">,
  nowMs: number,
): ShownOrder["day"] {
  if (status !== "mining" && status !== "unknown") return undefined;
  if (orderTimeMs === undefined || orderTimeMs > nowMs) return undefined;
  if (miningCycleDays === undefined || !/^[1-9]\d{0,5}$/.test(miningCycleDays)) return undefined;
  const of = Number(miningCycleDays);
  return { day: Math.min(dayNumber(nowMs) - dayNumber(orderTimeMs) + 1, of), of };
}

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
  const [{ orders, ...facts }, titles] = await Promise.all([orderList(caller, page), ownTitles(session)]);
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
      plan: order.plan ?? titles.get(order.orderNum),
      day: miningDay(order, nowMs),
    })),
  };
}

/** What was bought here, by the number of its order; empty where the record cannot be read. */
async function ownTitles(session: Session): Promise<Map<string, string | undefined>> {
  const own = await readOwnOrders(ownerOfOrders(session)).catch(() => []);
  return new Map(own.map(({ orderNum, title }) => [orderNum, title]));
}
