import type { z } from "zod";
import { perLocale } from "~/i18n/locales";
import { ORDER_PAGE_SIZE } from "~server/specification";
import { env } from "~server/env";
import type { Locale } from "~server/i18n/locale";
import { amount, decimal, id, printed, rawStatus, symbol, timeMs, timeText, type Read } from "./parsers";
import { losslessId, type LosslessId } from "./lossless-ids";
import { sentRow, type SentRow } from "./sent-fields";
import { paginated, fields, isAbsent, optionalOnError, oneLine, required, WHOLE, type Page } from "./schemas";
import { isObject } from "@storefront/upstream-client/json";
import { nothing } from "@storefront/upstream-client/transport";
import { call, HASHRATE, storagePrefix, UnusableResponse, type UpstreamContext } from "./client";

const productAccountResponse = fields({ balance: required(decimal), accountType: required(losslessId) });

/** `balance` is in the product's `paySymbol`; `accountType` has the type in which the upstream needs it back. */
export type ProductAccount = z.output<typeof productAccountResponse>;

/** Reads the account that pays for a product. `productId` is its `losslessId`, so a number is sent as a number. */
export function productAccount(upstreamContext: UpstreamContext, productId: LosslessId): Promise<ProductAccount> {
  return call(upstreamContext, {
    kind: "read",
    path: `${storagePrefix()}/getUserAccountByUid`,
    body: { productId },
    schema: productAccountResponse,
  });
}

/**
 * Buys. The call is sent at most once, on a new connection.
 *
 * @param input `buyAmount` in TB; `productId` and `accountType` with their original types; `mayBeSent` is called again
 * right before the request is sent
 * @throws SessionExpired: not charged. UpstreamRejected: the orders show whether the account was charged.
 * UpstreamUnavailable: not charged if `sent` is false, unknown if it is true
 */
export function purchase(
  upstreamContext: UpstreamContext,
  input: {
    buyAmount: string;
    productId: LosslessId;
    googleCode: string;
    accountType: LosslessId;
    mayBeSent?: () => Promise<boolean>;
  },
): Promise<void> {
  const { buyAmount, productId, googleCode, accountType, mayBeSent } = input;
  return call(upstreamContext, {
    kind: "purchase",
    ...(mayBeSent && { mayBeSent }),
    path: `${storagePrefix()}/userPayMinerOrderV2`,
    body: { buyAmount, productId, googleCode, accountType },
    schema: nothing,
  });
}

export const ORDER_NUMBER_MAX_LENGTH = 128;

/** Fields that identify an order when a purchase had no response. */
const IDENTIFYING_FIELDS = Object.entries({ tokenAmount: decimal, payAmount: decimal, paySymbol: symbol });

/** True if an identifying field was sent but cannot be read. */
function isOdd(sent: unknown): boolean {
  if (!isObject(sent)) return true;
  return IDENTIFYING_FIELDS.some(([name, read]) => !isAbsent(sent[name]) && read(sent[name]) === undefined);
}

/** Fields in which an upstream may name the plan; the documented fields have no name. */
const PLAN_NAMES = ["title", "productName", "productTitle"] as const;
const PLAN_MAX_LENGTH = 200;

function planOf(locale: Locale): Read<string> {
  const readPlan = oneLine(PLAN_MAX_LENGTH, locale);
  return (sent) => {
    if (!isObject(sent)) return undefined;
    for (const name of PLAN_NAMES) {
      const plan = Object.hasOwn(sent, name) ? readPlan(sent[name]) : undefined;
      if (plan !== undefined) return plan;
    }
    return undefined;
  };
}

const order = perLocale((locale) =>
  fields({
    plan: optionalOnError(planOf(locale), WHOLE),
    productId: optionalOnError((sent) => (isObject(sent) ? id(sent.productId) : undefined), WHOLE),
    orderNum: required(printed(ORDER_NUMBER_MAX_LENGTH)),
    orderTimeMs: optionalOnError(timeMs, "orderTime"),
    orderTimeText: optionalOnError(timeText, "orderTime"),
    tokenAmount: optionalOnError(decimal),
    miningCycleDays: optionalOnError(amount, "miningCycle"),
    serviceFeePercent: optionalOnError(amount, "serviceFeeRatio"),
    payAmount: optionalOnError(decimal),
    paySymbol: optionalOnError(symbol),
    profitRatioPercent: optionalOnError(decimal, "profitRatio"),
    status: required((value) => env().ORDER_STATUS.get(rawStatus(value) ?? "") ?? "unknown", "orderStatus"),
    rawStatus: required((value) => rawStatus(value) ?? "", "orderStatus"),
    statusText: optionalOnError(oneLine(60, locale), "status_text"),
    isOdd: optionalOnError((sent) => isOdd(sent) || undefined, WHOLE),
  }),
);

/**
 * An order. `tokenAmount` in TB, `payAmount` in `paySymbol`, both decimals; `orderTimeText` if the time names no
 * moment. `statusText` is the upstream's label and takes precedence.
 */
export type Order = z.output<(typeof order)[Locale]>;

export type OrderPage = Omit<Page<Order>, "items"> & { orders: Order[] };

const orderCall = <S extends z.ZodTypeAny>(row: S, page: number) => ({
  kind: "read" as const,
  path: `${HASHRATE}/getOrderList`,
  body: { page, pageSize: ORDER_PAGE_SIZE, paramType: "calcuPower" },
  schema: paginated("orderList", row, { page, pageSize: ORDER_PAGE_SIZE }),
});

export async function orderList(upstreamContext: UpstreamContext, page = 1): Promise<OrderPage> {
  const { items: orders, ...facts } = await call(upstreamContext, orderCall(order[upstreamContext.locale], page));
  return { orders, ...facts };
}

export const ORDER_FIELDS = [
  ...(["orderNum", "orderTime", "tokenAmount", "miningCycle", "serviceFeeRatio"] as const),
  ...(["payAmount", "paySymbol", "profitRatio", "orderStatus"] as const),
] as const;

export type SentOrder = SentRow<Order, (typeof ORDER_FIELDS)[number]>;

const sentOrder = perLocale((locale) => sentRow(order[locale], ORDER_FIELDS));

/** Reads orders for a download, including unreadable rows. */
export function sentOrders(upstreamContext: UpstreamContext, page: number): Promise<Page<SentOrder>> {
  return call(upstreamContext, orderCall(sentOrder[upstreamContext.locale], page));
}

/** Reads the newest orders after a purchase. Throws if one is unreadable, because it may be the purchase's. */
export async function clearOrders(upstreamContext: UpstreamContext): Promise<Order[]> {
  const { orders, omittedCount } = await orderList(upstreamContext);
  if (omittedCount > 0 || orders.some((one) => one.isOdd))
    throw new UnusableResponse("an order that cannot be read", true);
  return orders;
}
