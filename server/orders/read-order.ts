import { dealTerms, type DealTerms } from "~server/purchase/estimate";
import { LIST_CALLS_MAX } from "~server/loader/pagination";
import { ORDER_SEARCH_DEADLINE_MS } from "~server/orders/window";
import { orderNames, shownOrder, type ShownOrder } from "~server/orders/displayed-order";
import { decoded } from "~server/session/redirects";
import type { Session } from "~server/session/session";
import { orderList, type Order } from "~server/upstream/orders";
import { within, type UpstreamContext } from "~server/upstream/client";

export interface OneOrder {
  order: ShownOrder;
  terms: DealTerms;
  productId?: string | undefined;
}

/** Parameters of the URL; `from` is the first page of the list to search. */
interface Wanted {
  orderNum: string;
  from: number;
}

/** Reads an order. `older` is the page to continue from; null means that the visitor has no such order. */
export async function readOrder(
  upstreamContext: UpstreamContext,
  session: Session,
  wanted: Wanted,
): Promise<OneOrder | { older: number } | null> {
  const found = await findOrder(upstreamContext, wanted);
  if (found === null || "older" in found) return found;
  const names = await orderNames(session, upstreamContext.locale, [found]);
  const { miningCycleDays, serviceFeePercent: serviceRatePercent, profitRatioPercent } = found;
  return {
    order: shownOrder(found, names),
    terms: dealTerms({ miningCycleDays, serviceRatePercent, profitRatioPercent }),
    productId: names.own.get(wanted.orderNum)?.productId,
  };
}

/** Searches eight pages of the list, because the upstream has no call for one order. */
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

/** Returns the number in `/MyOrder/{orderNum}` with this `end`; the router would take an encoded `%2F` for a slash. */
export function orderNumOf(request: Request, end = ""): string | undefined {
  const [, , segment = ""] = new URL(request.url).pathname.split("/");
  const part = segment.toLowerCase().endsWith(end) ? segment.slice(0, segment.length - end.length) : "";
  return decoded(part) || undefined;
}
