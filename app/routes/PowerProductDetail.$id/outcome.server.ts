import type { CoinNames } from "~server/catalogue/names";
import { describeError, log } from "@storefront/observability/log";
import { blockedBy } from "~server/purchase/attempts";
import { saveOwnOrder } from "~server/purchase/own-orders";
import { successPath, receiptCookie, type Receipt } from "~server/purchase/receipt";
import { stepPath } from "~server/purchase/steps";
import { resolveUnknown, type Resolution } from "~server/purchase/unknown-outcome";
import { ownerBy, type Owner } from "~server/session/owner";
import type { Session } from "~server/session/session";
import { SessionExpired, type UpstreamContext } from "~server/upstream/client";
import { optionalRead } from "~server/loader/reads";
import type { Buyer } from "./buyer.server";
import { reportFound, reportUnknown, type Report } from "./messages.server";
import { formatDecimal, formatMoment, formatPayment, formatTime } from "~/i18n/formats";
import { getText } from "~server/texts/text";
import { payAmount } from "~server/purchase/amount";
import { sameDecimal } from "~server/purchase/decimal";
import type { Quote } from "~server/purchase/quote";
import { orderList, type Order } from "~server/upstream/orders";

/** The outcome of a purchase without a response, and the data for the page under its sheet from then on. */
interface ReadOutcome {
  /** Null where there is no such purchase. */
  shown: Report | null;
  cookies: string[];
  /** Of the purchase that turned out to be made. */
  receipt?: Receipt;
  buyer: Buyer | null;
}

/**
 * Finds the outcome of a purchase without a response, as far as the orders show it.
 *
 * @throws SessionExpired
 */
export async function readOutcome(
  upstreamContext: UpstreamContext,
  session: Session,
  buyer: Buyer | null,
  productId: string,
  coinName: CoinNames,
): Promise<ReadOutcome> {
  const { locale } = upstreamContext;
  const words = { locale, coinName };
  const path = stepPath(productId, "browse");
  const unread = { shown: reportUnknown(path, buyer?.blockedBy, undefined, words), cookies: [], buyer };
  if (!buyer?.id || buyer.storeFails) return unread;
  const { id } = buyer;
  const resolution = await optionalRead(resolveUnknown(upstreamContext, id, productId)).catch((error: unknown) => {
    if (error instanceof SessionExpired) throw error;
    // The store was there a moment ago, and is not now.
    return reportLoss(error);
  });
  if (!resolution) return unread;
  if (resolution.kind === "notYet") {
    return { shown: reportUnknown(path, resolution.attempt, resolution.blockedUntilMs, words), cookies: [], buyer };
  }
  // The attempt that blocked the product when the buyer was read may have been settled since.
  const blocking = await blockedBy(id, productId).catch(reportLoss);
  const now = { ...buyer, ...(blocking !== undefined && { blockedBy: blocking }) };
  if (resolution.kind === "none") return { shown: null, cookies: [], buyer: now };
  const { orderNum, receipt } = resolution;
  await rememberFound(ownerBy({ ...session, userId: id }), resolution);
  return {
    shown: reportFound(orderNum, successPath(receipt), locale),
    cookies: [await receiptCookie(receipt, session.id)],
    receipt,
    buyer: now,
  };
}

/** So that receipt and My orders know it too; where the store fails they do without. */
async function rememberFound(
  owner: Owner,
  { receipt, orderNum, isOnlyOne }: Extract<Resolution, { kind: "made" }>,
): Promise<void> {
  const { id, productId, title } = receipt;
  if (id === undefined || !isOnlyOne) return;
  await saveOwnOrder(owner, { id, productId, title }, orderNum).catch(reportLoss);
}

function reportLoss(error: unknown): undefined {
  log().error({ error: describeError(error) }, "the purchases of an account cannot be read");
}

/** Orders that the page of a forgotten quote shows. */
const ORDERS_SHOWN = 3;

/** An order that a forgotten quote may have made, as it is shown. */
export interface LikelyOrder {
  orderNum: string;
  /** Quantity and payment. */
  what: string;
  time: string;
}

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
  coinName: CoinNames,
): Promise<LikelyOrder[] | undefined> {
  const list = await optionalRead(orderList(upstreamContext));
  const t = getText(upstreamContext.locale);
  const missing = t("common.missing");
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
      const { orderNum, tokenAmount, payAmount: paid, paySymbol = "" } = order;
      const quantity = tokenAmount ? t("common.terabytes", { value: formatDecimal(tokenAmount) }) : missing;
      const payment = paid ? formatPayment(paid, coinName(paySymbol)) : missing;
      return { orderNum, what: `${quantity} · ${payment}`, time: timeOf(order, upstreamContext) ?? missing };
    });
  return likely?.length === 0 && list?.omittedCount ? undefined : likely;
}
