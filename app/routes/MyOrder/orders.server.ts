import type { useLoaderData } from "@remix-run/react";
import { ORDER_PAGE_SIZE } from "~server/specification";
import { LIST_CALLS_MAX, pagesOf } from "~server/loader/pagination";
import { selected } from "~server/orders/selection";
import { orderNames, shownOrder } from "~server/orders/displayed-order";
import { summaryOf } from "~server/orders/summary";
import { orderTimeline, powerByMonth } from "~server/orders/timeline";
import { readWindow, windowStart } from "~server/orders/window";
import type { Session } from "~server/session/session";
import { orderList } from "~server/upstream/orders";
import { UpstreamUnavailable, type UpstreamContext } from "~server/upstream/client";
import type { Wanted } from "./wanted.server";

export type OrderList = Extract<ReturnType<typeof useLoaderData<typeof readOrders>>, { list: unknown }>["list"];

/**
 * Reads a page of orders. A search covers the eight pages of the upstream's list around the requested one.
 *
 * @returns the page, or only the number of the last page if a later one is requested
 * @throws UpstreamRejected, SessionExpired, UpstreamUnavailable
 */
export async function readOrders(upstreamContext: UpstreamContext, session: Session, wanted: Wanted) {
  const { page } = wanted;
  const { orders: read, more, ...facts } = await readWindow(upstreamContext, page);
  const names = await orderNames(session, upstreamContext.locale, read);
  const nowMs = Date.now();
  const orders = read.map((order) => ({ ...order, plan: names.planOf(order) }));
  const { orders: found, ...counts } = selected(orders, wanted);
  const first = windowStart(page);
  const skipped = (page - first) * ORDER_PAGE_SIZE;
  const pages = Math.max(1, pagesOf(facts.count, ORDER_PAGE_SIZE));
  if (page > pages && skipped >= orders.length) {
    // If a page is past the end, an upstream may report a count of 0.
    const { count } = first > 1 ? await orderList(upstreamContext, 1) : facts;
    return { lastPage: Math.max(1, pagesOf(count, ORDER_PAGE_SIZE)) };
  }
  // A failed read does not mean that there are no more orders.
  if (facts.isCut && skipped >= orders.length) throw new UpstreamUnavailable("this page could not be read", true);
  const list = {
    ...facts,
    ...counts,
    page,
    /** The first page of the searched orders, and the number of matches before those shown. */
    first,
    skipped,
    read: orders.length,
    found: found.length,
    pages,
    hasFurther: found.length > skipped + ORDER_PAGE_SIZE,
    /** The pages at which older and newer orders begin that this request did not search. */
    older: more && !facts.isCut ? first + LIST_CALLS_MAX : undefined,
    newer: first > 1 ? first - LIST_CALLS_MAX : undefined,
    summary: orders.length > 0 ? summaryOf(orders, nowMs, names.coin) : undefined,
    timeline: orderTimeline(orders, nowMs),
    power: powerByMonth(orders, nowMs),
    orders: found.slice(skipped, skipped + ORDER_PAGE_SIZE).map((order) => shownOrder(order, names)),
  };
  return { list };
}
