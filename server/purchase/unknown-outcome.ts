import { UNKNOWN_BLOCK_MS } from "~server/purchase/outcome";
import { digest } from "~server/crypto/digest";
import { optionalRead } from "~server/loader/reads";
import { ORDER_PAGE_SIZE } from "~server/specification";
import { describeError, log } from "@storefront/observability/log";
import { clearOrders, orderList, type Order, type OrderPage } from "~server/upstream/orders";
import { forPayment, type UpstreamContext } from "~server/upstream/client";
import { isOlderThan } from "~server/upstream/parsers";
import {
  changeAttempts,
  isAwaited,
  isCompared,
  isUnanswered,
  hasUnknownOutcome,
  latestUnanswered,
  readBlocks,
  type Attempt,
} from "./attempts";
import { sameDecimal } from "./decimal";
import { receiptSchema, type Receipt } from "./receipt";

/** After a rejected purchase with an unknown code the orders are read immediately, and again after this time. */
export const REFUSAL_LOOK_AGAIN_MS = 2_000;

/** What an order of the purchase must show; without `payAmount` any payment. */
export type Expected = Pick<Attempt, "tokenAmount" | "paySymbol" | "atMs"> & { payAmount?: string | undefined };

export type Comparison = { kind: "made"; order: Order } | { kind: "notYet" };

/**
 * Looks for the order of a purchase without a response (behaviour 13.11). It is an order that was not there before,
 * with the same quantity, the same payment and currency where the upstream sends them, and no time long before it.
 *
 * @param before the order numbers before the purchase was sent
 * @param now the orders at this time
 * @param others how many other purchases may have made orders that look the same since; the result is "made" only when
 *   there are more such orders than those can account for
 */
export function compareOrders(
  before: readonly string[],
  now: readonly Order[],
  expected: Expected,
  others = 0,
): Comparison {
  const known = new Set(before);
  const isKnown = ({ orderNum }: Order) => known.has(orderNum);
  // Below the last known order of a full page come older ones, should one of the page have been removed.
  const end = known.size < ORDER_PAGE_SIZE ? now.length : now.map(isKnown).lastIndexOf(true);
  const fresh = now.filter((order, place) => place < end && !isKnown(order) && looksLike(order, expected));
  // A list that shows one order twice shows one order.
  const order = [...new Map(fresh.map((one) => [one.orderNum, one])).values()][others];
  return order ? { kind: "made", order } : { kind: "notYet" };
}

function looksLike(order: Order, expected: Expected): boolean {
  return (
    sameDecimal(order.tokenAmount, expected.tokenAmount) &&
    (order.payAmount === undefined ||
      expected.payAmount === undefined ||
      sameDecimal(order.payAmount, expected.payAmount)) &&
    (order.paySymbol === undefined || expected.paySymbol === undefined || order.paySymbol === expected.paySymbol) &&
    !isOlderThanAttempt(order, expected)
  );
}

/** A list sorted by the last change puts an older order, from beyond the page, before the known ones. */
const isOlderThanAttempt = ({ orderTimeMs, orderTimeText }: Order, { atMs }: Expected) =>
  isOlderThan(atMs, orderTimeMs, orderTimeText);

/**
 * Counts the other candidates for an order that looks like this attempt's and was not among the orders before it: every
 * later attempt, recent ones with an unknown outcome, paid ones whose order the list did not show yet, and whatever
 * made an order that had no number then. The orders of other earlier attempts were among those before it, since no two
 * purchases of an account overlap.
 */
function candidateAttempts(attempts: readonly Attempt[], attempt: Attempt): number {
  const place = attempts.findIndex(({ id }) => id === attempt.id);
  const isCandidate = (other: Attempt, at: number) =>
    other.state !== "made" &&
    !other.isRefused &&
    isOfSameAmounts(other, attempt) &&
    (at > place ||
      attempt.lacking?.includes(other.id) ||
      (at < place && hasUnknownOutcome(other) && other.atMs > attempt.atMs - UNKNOWN_BLOCK_MS));
  return attempts.filter(isCandidate).length + (attempt.unnamedBefore ?? 0);
}

/**
 * The paid attempts whose orders are missing from a list, which lags behind. An order is one of theirs if it looks like
 * it and was not there before it: one of other amounts was made elsewhere.
 *
 * @param attempts those before a purchase that is about to be sent
 * @param now the orders at this time
 * @returns their ids
 */
export function missingOrders(now: readonly Order[], attempts: readonly Attempt[]): string[] {
  const shown = attempts.flatMap(({ orderNum }) => orderNum ?? []);
  const lacking: string[] = [];
  for (const one of attempts.filter(isAwaited)) {
    const comparison = compareOrders([...one.before, ...shown], now, one);
    if (comparison.kind === "made") shown.push(comparison.order.orderNum);
    else lacking.push(one.id);
  }
  return lacking;
}

/** Whether two purchases are of the same quantity and payment. */
export const isOfSameAmounts = (one: Attempt, other: Attempt) =>
  sameDecimal(one.tokenAmount, other.tokenAmount) && sameDecimal(one.payAmount, other.payAmount);

/**
 * Whether the orders show, immediately and a moment later, that a rejected purchase has made none (behaviour 13.9). The
 * account has to be locked, so that no other purchase of this shop makes an order meanwhile. Never rejects.
 *
 * @param attempt the rejected purchase
 * @returns false where there is any new order, where the orders cannot be read or not whole, and where their list is
 *   known to lag behind
 */
export async function madeNoOrder(upstreamContext: UpstreamContext, { before, lacking }: Attempt): Promise<boolean> {
  try {
    if (lacking) return false;
    if (!hasNothingNew(await orderList(upstreamContext), before)) return false;
    await new Promise((resolve) => setTimeout(resolve, REFUSAL_LOOK_AGAIN_MS));
    return hasNothingNew(await orderList(upstreamContext), before);
  } catch (error) {
    log().warn({ error: describeError(error) }, "the orders after a refused purchase cannot be read");
    return false;
  }
}

/**
 * Uncertain cases count as new: a row without a number, a missing row, the first page of a list that is not sorted by
 * time.
 */
function hasNothingNew({ orders, count, omittedCount, more }: OrderPage, before: readonly string[]): boolean {
  const times = orders.map(({ orderTimeMs = NaN }) => orderTimeMs);
  const isNewestFirst = times.every((ms, place) => place === 0 || ms <= (times[place - 1] ?? NaN));
  const isWhole = omittedCount === 0 && orders.length === Math.min(count, ORDER_PAGE_SIZE) && (!more || isNewestFirst);
  return isWhole && orders.every(({ orderNum }) => before.includes(orderNum));
}

/** The resolution of a product's latest purchase without a response. */
export type Resolution =
  /** There is none. */
  | { kind: "none" }
  /**
   * The order is there: the purchase went through, and the product can be bought again. `isOnlyOne` the first time that
   * it is found, where no other order and no other purchase of the last day looks like it: then the order is its own.
   */
  | { kind: "made"; receipt: Receipt; orderNum: string; isOnlyOne?: boolean }
  /** No such order so far. It may still come; another attempt is refused until `blockedUntilMs` (which may be past). */
  | {
      kind: "notYet";
      attempt: Pick<Attempt, "tokenAmount" | "payAmount" | "paySymbol" | "atMs" | "title">;
      blockedUntilMs: number;
    };

/**
 * Resolves how a purchase without a response ended, as far as the orders show it. It stores a successful one, and
 * returns the same result for a day.
 *
 * @param accountId the upstream's id of the user
 * @throws UpstreamUnavailable, UpstreamRejected or SessionExpired when the orders cannot be read; what the store throws
 *   when it cannot be read
 */
export async function resolveUnknown(
  upstreamContext: UpstreamContext,
  accountId: string,
  productId: string,
): Promise<Resolution> {
  const first = latestUnanswered((await readBlocks(accountId)).attempts, productId);
  if (!first) return { kind: "none" };
  if (first.orderNum !== undefined) return made(first, first.orderNum);
  const orders = await clearOrders(forPayment(upstreamContext));
  // Read again, after the orders: every purchase that can have made one of them is in it.
  const { attempts } = await readBlocks(accountId);
  const attempt = attempts.find((one) => one.id === first.id && isUnanswered(one));
  if (!attempt) return { kind: "none" };
  const orderNum = findOrder(attempts, attempt, orders);
  if (orderNum === undefined) {
    const { title, tokenAmount, payAmount, paySymbol, atMs, blockedUntilMs } = attempt;
    return { kind: "notYet", attempt: { title, tokenAmount, payAmount, paySymbol, atMs }, blockedUntilMs };
  }
  await remember(accountId, (stored) => withMade(stored, attempt.id, orderNum));
  const isOnlyOne =
    attempts.filter((other) => isOfSameAmounts(other, attempt)).length === 1 &&
    compareOrders(knownBefore(attempts, attempt), orders, attempt, 1).kind === "notYet";
  return { ...made(attempt, orderNum), isOnlyOne };
}

/** The orders that cannot be an attempt's: those before it, and those of other attempts. */
const knownBefore = (attempts: readonly Attempt[], { before }: Attempt) => [
  ...before,
  ...attempts.flatMap(({ orderNum }) => orderNum ?? []),
];

/** The number of an attempt's order; undefined where the orders do not show it. */
function findOrder(attempts: readonly Attempt[], attempt: Attempt, orders: readonly Order[]): string | undefined {
  const comparison = compareOrders(
    knownBefore(attempts, attempt),
    orders,
    attempt,
    candidateAttempts(attempts, attempt),
  );
  return comparison.kind === "made" ? comparison.order.orderNum : undefined;
}

/**
 * Remembers what orders have shown, which lifts a block. The orders exist: if the store cannot be written, only the
 * block stays until it expires.
 */
async function remember(...change: Parameters<typeof changeAttempts>): Promise<void> {
  await changeAttempts(...change).catch((error: unknown) => {
    log().warn({ error: describeError(error) }, "a purchase that was found cannot be remembered");
  });
}

const withMade = (attempts: readonly Attempt[], id: string, orderNum: string) =>
  attempts.map((one): Attempt => (one.id === id ? { ...one, state: "made", before: [], orderNum } : one));

/**
 * The purchases of a product that got no response within the last day, each compared with the orders. Buying again then
 * takes an extra press, whether an order was found or not; once it was found and the buyer has bought again, no more.
 *
 * @param accountId the upstream's id of the user
 */
export async function earlierPurchases(
  upstreamContext: UpstreamContext,
  accountId: string,
  productId: string,
): Promise<Attempt[]> {
  const { attempts: known } = await readBlocks(accountId);
  const earlier = earlierAmong(known, productId);
  if (!known.some((one) => one.productId === productId && isCompared(one))) return earlier;
  const list = await optionalRead(orderList(forPayment(upstreamContext)));
  if (!list) return earlier;
  // The attempts are read after the orders: every purchase that can have made one of them is among them.
  await remember(accountId, (attempts) => compareEarlier(attempts, list.orders, productId));
  return earlierAmong((await readBlocks(accountId)).attempts, productId);
}

/**
 * Compares the purchases of a product without a response with the orders. An order that cannot be read whole hides none
 * of the others.
 *
 * @param attempts every one that can have made one of the orders
 * @returns the attempts, as `made` where there is an order; the same array where there is none
 */
export function compareEarlier(
  attempts: readonly Attempt[],
  orders: readonly Order[],
  productId: string,
): readonly Attempt[] {
  const clear = orders.filter(({ isOdd }) => !isOdd);
  // The order of one is not that of another.
  return attempts
    .filter((one) => one.productId === productId && isCompared(one))
    .reduce((known, attempt) => {
      const orderNum = findOrder(known, attempt, clear);
      return orderNum === undefined ? known : withMade(known, attempt.id, orderNum);
    }, attempts);
}

/** The purchases of a product that got no response, and that the buyer has to acknowledge. */
export function earlierAmong(attempts: readonly Attempt[], productId: string): Attempt[] {
  return attempts.filter((one) => one.productId === productId && isUnanswered(one) && one.isAcknowledged !== true);
}

/** Stands for what is known of earlier purchases, for the buyer to acknowledge; undefined where there are none. */
export function earlierKey(earlier: readonly Attempt[]): string | undefined {
  const known = earlier.map(({ id, orderNum }) => `${id} ${orderNum === undefined ? "open" : "found"}`);
  return known.length > 0 ? digest("earlier", known.join()) : undefined;
}

function made(attempt: Attempt, orderNum: string): Extract<Resolution, { kind: "made" }> {
  return { kind: "made", receipt: receiptSchema.parse(attempt), orderNum };
}
