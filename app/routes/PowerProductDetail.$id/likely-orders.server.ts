import { formatMoment, formatTime } from "~/i18n/formats";
import { payAmount } from "~server/purchase/amount";
import { sameDecimal } from "~server/purchase/decimal";
import type { Quote } from "~server/purchase/quote";
import { orderList, type Order } from "~server/upstream/orders";
import type { UpstreamContext } from "~server/upstream/client";
import { optionalRead } from "~server/loader/reads";

/** Orders that the page of a forgotten quote shows. */
const ORDERS_SHOWN = 3;

/** An order that a forgotten quote may have made. */
export type LikelyOrder = Pick<Order, "orderNum" | "tokenAmount" | "payAmount" | "paySymbol"> & {
  /** As it is shown. */
  time?: string | undefined;
};

/** To the second, if the upstream sends seconds: two orders may be of one minute. */
function timeOf({ orderTimeMs, orderTimeText }: Order, { locale }: UpstreamContext): string | undefined {
  if (orderTimeMs === undefined) return orderTimeText;
  return orderTimeMs % 60_000 === 0 ? formatTime(orderTimeMs, locale) : formatMoment(orderTimeMs, locale);
}

/** An order whose time is not known may be the newest. */
const placeOf = ({ orderTimeMs = Number.MAX_SAFE_INTEGER }: Order) => orderTimeMs;

/**
 * The newest orders that may be of the quoted product. An order names no product, so they are compared by price per
 * terabyte and currency, if the upstream sends them.
 *
 * @returns undefined if the orders cannot be read now, or if the only match could be one of the orders without those
 *   fields
 * @throws SessionExpired
 */
export async function readLikelyOrders(
  upstreamContext: UpstreamContext,
  quote: Quote,
): Promise<LikelyOrder[] | undefined> {
  const list = await optionalRead(orderList(upstreamContext));
  const likely = list?.orders
    .filter(
      (order) =>
        (order.paySymbol === undefined || order.paySymbol === quote.paySymbol) &&
        (order.payAmount === undefined ||
          order.tokenAmount === undefined ||
          sameDecimal(order.payAmount, payAmount(order.tokenAmount, quote.price))),
    )
    .sort((one, other) => placeOf(other) - placeOf(one))
    .slice(0, ORDERS_SHOWN)
    .map((order) => {
      const { orderNum, tokenAmount, payAmount: paid, paySymbol } = order;
      return { orderNum, time: timeOf(order, upstreamContext), tokenAmount, payAmount: paid, paySymbol };
    });
  return likely?.length === 0 && list?.omittedCount ? undefined : likely;
}
