import type { z } from "zod";
import { ORDER_PAGE_SIZE } from "~server/constants";
import { env } from "~server/env";
import { amount, decimal, id, line, rawStatus, symbol, timeMs, timeText } from "./readers";
import { sentId, type SentId } from "./sent-ids";
import { counted, fields, lenient, nothing, optional, required } from "./shapes";
import { call, HASHRATE, storagePrefix, type Caller } from "./transport";

const productAccountAnswer = fields({ balance: required(decimal), accountType: required(sentId) });

/** What a product is paid from: `balance` in its `paySymbol`, `accountType` as it goes back to the platform. */
export type ProductAccount = z.output<typeof productAccountAnswer>;

/**
 * getUserAccountByUid (behaviour 7.43): the account that pays for a product.
 *
 * @param productId the `sentId` of a product, so that a number goes back as a number; a text goes as text
 * @throws Refused, Expired, Unavailable
 */
export function productAccount(caller: Caller, productId: SentId): Promise<ProductAccount> {
  return call(caller, {
    kind: "read",
    path: `${storagePrefix()}/getUserAccountByUid`,
    body: { productId },
    schema: productAccountAnswer,
  });
}

/**
 * userPayMinerOrderV2 (behaviour 7.44): buys. Sent once, on a connection of its own, within 20 s.
 *
 * @param input `buyAmount` in TB, a decimal string; `productId` the `sentId` of the product and `accountType` that of
 *   `productAccount`: what came as a number goes back as one
 * @throws Refused, Expired: not charged. Unavailable: with `sent` false not charged, with `sent` true nobody knows
 */
export function purchase(
  caller: Caller,
  input: { buyAmount: string; productId: SentId; googleCode: string; accountType: SentId },
): Promise<void> {
  const { buyAmount, productId, googleCode, accountType } = input;
  return call(caller, {
    kind: "purchase",
    path: `${storagePrefix()}/userPayMinerOrderV2`,
    body: { buyAmount, productId, googleCode, accountType },
    schema: nothing,
  });
}

const order = fields(
  {
    orderNum: required(id),
    orderTimeMs: lenient(timeMs),
    orderTimeText: lenient(timeText),
    tokenAmount: optional(decimal),
    miningCycleDays: lenient(amount),
    serviceFeePercent: lenient(amount),
    payAmount: optional(decimal),
    paySymbol: optional(symbol),
    profitRatioPercent: lenient(decimal),
    status: required((value) => env().ORDER_STATUS.get(rawStatus(value) ?? "") ?? "unknown"),
    rawStatus: required((value) => rawStatus(value) ?? ""),
    statusText: lenient(line(60)),
  },
  {
    orderTimeMs: "orderTime",
    orderTimeText: "orderTime",
    miningCycleDays: "miningCycle",
    serviceFeePercent: "serviceFeeRatio",
    profitRatioPercent: "profitRatio",
    status: "orderStatus",
    rawStatus: "orderStatus",
    statusText: "status_text",
  },
);

/**
 * An order (behaviour 3.8): `tokenAmount` in TB, `payAmount` in `paySymbol`, `miningCycleDays` in days, the ratios in
 * %, all decimal strings, undefined when not sent. `orderTimeMs` when the time names a moment, else `orderTimeText` as
 * sent. `statusText` is the platform's own label and wins (behaviour 4.17).
 */
export type Order = z.output<typeof order>;

const orderPage = counted("orderList", order);

/**
 * getOrderList (behaviour 7.48): the first 100 orders of computing power.
 *
 * @throws Refused, Expired; Unavailable, also when one order is unreadable
 */
export async function orderList(caller: Caller): Promise<{ orders: Order[]; count: number }> {
  const { items, count } = await call(caller, {
    kind: "read",
    path: `${HASHRATE}/getOrderList`,
    body: { page: 1, pageSize: ORDER_PAGE_SIZE, paramType: "calcuPower" },
    schema: orderPage,
  });
  return { orders: items, count };
}
