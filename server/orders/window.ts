import { LIST_CALLS_MAX } from "~server/loader/pagination";
import { ORDER_PAGE_SIZE } from "~server/specification";
import { orderList, type Order, sentOrders, type SentOrder } from "~server/upstream/orders";
import { optionalRead } from "~server/loader/reads";
import { within, type UpstreamContext } from "~server/upstream/client";
import type { Copied } from "~server/downloads/pages";
import { isBroken } from "~server/upstream/parsers";
import { cellOf } from "~server/upstream/sent-fields";

/** Deadline of all pages that one request reads. */
export const ORDER_SEARCH_DEADLINE_MS = 5_000;

/** Real lists have 800 orders on eight pages; sorting and adding up 16,000 takes more than a second. */
const ORDERS_MAX = 1_000;

/** Eight pages of the upstream's list, or as many as could be read. */
export type OrderWindow = Awaited<ReturnType<typeof readWindow>>;

/** Returns the first of the eight pages that are read together. */
export const windowStart = (page: number): number => page - ((page - 1) % LIST_CALLS_MAX);

/** Reads the pages that are searched together with a page. Throws only if the first of them fails. */
export async function readWindow(upstreamContext: UpstreamContext, page: number) {
  const inTime = within(upstreamContext, ORDER_SEARCH_DEADLINE_MS);
  const first = windowStart(page);
  const byNumber = new Map<string, Order>();
  let omittedCount = 0;
  let read = await orderList(inTime, first);
  let { count } = read;
  for (let next = first + 1; ; next += 1) {
    for (const order of read.orders) if (!byNumber.has(order.orderNum)) byNumber.set(order.orderNum, order);
    omittedCount += read.omittedCount;
    const further = read.more && next < first + LIST_CALLS_MAX;
    const after = further && byNumber.size < ORDERS_MAX ? await optionalRead(orderList(inTime, next)) : undefined;
    if (!after) {
      return {
        orders: [...byNumber.values()],
        count,
        before: (first - 1) * ORDER_PAGE_SIZE,
        omittedCount,
        more: read.more,
        /** True if a later page could not be read, or there were too many orders. */
        isCut: further,
      };
    }
    read = after;
    count = Math.max(count, read.count);
  }
}

export function allOrders(upstreamContext: UpstreamContext): Copied<SentOrder> {
  return {
    read: (page) => sentOrders(upstreamContext, page),
    nameOf: ({ sent }) => {
      const name = cellOf(sent.orderNum).trim();
      return name === "" || isBroken(name) ? undefined : name;
    },
  };
}
