import Big from "big.js";
import { UNKNOWN_BLOCK_MS } from "~server/purchase/outcome";
import { digest } from "~server/crypto/digest";
import { sharedTurn } from "@storefront/resilience/shared-turns";
import { optionalRead } from "~server/loader/reads";
import { ORDER_PAGE_SIZE, PAYMENT_PRECISION } from "~server/specification";
import { describeError, log } from "@storefront/observability/log";
import { clearOrders, orderList, type Order, type OrderPage } from "~server/upstream/orders";
import { forPayment, type UpstreamContext } from "~server/upstream/client";
import { isOlderThan } from "~server/upstream/parsers";
import {
  areComparable,
  changeAttempts,
  isAwaited,
  isCompared,
  isJustPaid,
  isUnanswered,
  hasUnknownOutcome,
  latestUnanswered,
  readBlocks,
  type Attempt,
} from "./attempts";
import { sameDecimal } from "./decimal";
import { receiptSchema, type Receipt } from "./receipt";

/** After a rejection with an unknown code, the orders are read immediately, and again after this time. */
export const REFUSAL_LOOK_AGAIN_MS = 2_000;

/** Values that the order of a purchase must have. A missing value matches anything. */
export type Expected = Pick<Attempt, "atMs" | "listedNone"> &
  Partial<Pick<Attempt, "tokenAmount" | "payAmount" | "paySymbol">>;

export type Comparison = { kind: "made"; order: Order } | { kind: "notYet" };

/**
 * Looks for the order of a purchase without a response (behaviour 13.11): new, not long before, and with the same
 * quantity, payment and currency, as far as these are sent.
 *
 * @param before the order numbers before the purchase was sent
 * @param others the number of other purchases that may have made matching orders; "made" only if more orders match
 */
export function compareOrders(
  before: readonly string[],
  now: readonly Order[],
  expected: Expected,
  others = 0,
): Comparison {
  const order = newOrders(before, now, expected)[others];
  return order ? { kind: "made", order } : { kind: "notYet" };
}

function newOrders(before: readonly string[], now: readonly Order[], expected: Expected): Order[] {
  const known = new Set(before);
  const isKnown = ({ orderNum }: Order) => known.has(orderNum);
  // Orders below the last known one of a full page are older. If none is known, they may have been renumbered.
  const last = now.map(isKnown).lastIndexOf(true);
  const isWhole = known.size === 0 || expected.listedNone || (last >= 0 && known.size < ORDER_PAGE_SIZE);
  const end = isWhole ? now.length : last;
  const fresh = now.filter((order, place) => place < end && !isKnown(order) && looksLike(order, expected));
  // A list may repeat an order.
  return [...new Map(fresh.map((one) => [one.orderNum, one])).values()];
}

/** True if an order's amounts and time are those of a purchase. */
export function looksLike(order: Order, expected: Expected): boolean {
  return (
    (expected.tokenAmount === undefined || sameDecimal(order.tokenAmount, expected.tokenAmount)) &&
    isSamePayment(order, expected) &&
    !isOlderThanAttempt(order, expected)
  );
}

/** Largest difference of equal payments, because an upstream may round differently from `PAY_ROUNDING`. */
const ROUNDING_MOST = new Big(10).pow(-PAYMENT_PRECISION);

type Payment = Pick<Order, "payAmount" | "paySymbol">;

/** True if two payments are equal. A missing value matches anything. */
export const isSamePayment = (one: Payment, other: Payment): boolean =>
  (one.payAmount === undefined ||
    other.payAmount === undefined ||
    sameDecimal(one.payAmount, other.payAmount, ROUNDING_MOST)) &&
  (one.paySymbol === undefined || other.paySymbol === undefined || coinOf(one.paySymbol) === coinOf(other.paySymbol));

/** Orders may spell a coin in a different case, or with the upstream's number for a tenant: `USDT1742`. */
const coinOf = (symbol: string) => symbol.toLowerCase().replace(/(?<=\D)\d{3,}$/, "");

/** In a list sorted by the last change, an older order may come before the known ones. */
const isOlderThanAttempt = ({ orderTimeMs, orderTimeText }: Order, { atMs }: Expected) =>
  isOlderThan(atMs, orderTimeMs, orderTimeText);

/** Treats 0 as missing, because upstreams may send it until they know the amount. */
const ifSet = (amount: string | undefined) => (sameDecimal(amount, "0") ? undefined : amount);

/** Lets a missing, unreadable or zero amount match the attempt's. Such a match raises a doubt, but settles none. */
const vaguely = (orders: readonly Order[], { tokenAmount }: Attempt): Order[] =>
  orders.map((one) => ({
    ...one,
    tokenAmount: ifSet(one.tokenAmount) ?? tokenAmount,
    payAmount: ifSet(one.payAmount),
  }));

/** Forty attempts with a thousand orders, or four hundred with a hundred. More take seconds for each attempt. */
const COMPARISONS_MAX = 40_000;

/**
 * Counts the other attempts that may have made one of the new orders that match this attempt, and orders that had no
 * number or were not sent. Orders of other earlier attempts existed before, because purchases never overlap. Returns
 * Infinity if there are too many to compare.
 */
async function candidateAttempts(
  attempts: readonly Attempt[],
  attempt: Attempt,
  fresh: readonly Order[],
): Promise<number> {
  const place = attempts.findIndex(({ id }) => id === attempt.id);
  const isCandidate = (other: Attempt, at: number) =>
    other.orderNum === undefined &&
    !other.isRefused &&
    comesBefore(other, attempt) &&
    (at > place ||
      attempt.lacking?.includes(other.id) ||
      (at < place && hasUnknownOutcome(other) && other.atMs > attempt.atMs - UNKNOWN_BLOCK_MS));
  // A matching order contradicts a rejection, even if it may be an older order that has received its number since.
  let candidates = attempt.isRefused ? 0 : (attempt.unnamedBefore ?? 0);
  const others = attempts.filter(isCandidate);
  if (others.length * fresh.length > COMPARISONS_MAX) return Infinity;
  for (const other of others) {
    // For each of dozens of attempts, hundreds of others may be compared with a thousand orders each.
    await sharedTurn();
    const known = new Set(other.before);
    if (fresh.some((order) => !known.has(order.orderNum) && looksLike(order, other))) candidates += 1;
  }
  return candidates;
}

/**
 * Returns the ids of paid attempts whose orders are missing from a list that lags behind. An order with other amounts
 * was made elsewhere.
 */
export async function missingOrders(now: readonly Order[], attempts: readonly Attempt[]): Promise<string[]> {
  const shown = attempts.flatMap(({ orderNum }) => orderNum ?? []);
  const lacking: string[] = [];
  // The latest attempt comes first: an order that existed before it can still be an earlier attempt's.
  for (const one of attempts.filter(isAwaited).reverse()) {
    await sharedTurn();
    const comparison = compareOrders([...one.before, ...shown], vaguely(now, one), one);
    if (comparison.kind === "made") shown.push(comparison.order.orderNum);
    else lacking.push(one.id);
  }
  return lacking;
}

type Amounts = Pick<Attempt, "tokenAmount" | "payAmount">;

export const isOfSameAmounts = (one: Amounts, other: Amounts) =>
  sameDecimal(one.tokenAmount, other.tokenAmount) && sameDecimal(one.payAmount, other.payAmount);

/**
 * True if the orders show, now and a moment later, that a rejected purchase has made no order (behaviour 13.9). False
 * if in doubt. The account must be locked. Never rejects.
 */
export async function madeNoOrder(upstreamContext: UpstreamContext, { before, lacking }: Attempt): Promise<boolean> {
  try {
    if (lacking) return false;
    if (!hasNothingNew(await orderList(upstreamContext), before)) return false;
    await new Promise((resolve) => setTimeout(resolve, REFUSAL_LOOK_AGAIN_MS));
    return hasNothingNew(await orderList(upstreamContext), before);
  } catch (error) {
    reportUnread(error);
    return false;
  }
}

function reportUnread(error: unknown): undefined {
  log().warn({ error: describeError(error) }, "could not read the orders after a refused purchase");
}

/**
 * True if the list has an order that the last attempt, a rejected purchase, may have made, even with other amounts or
 * without a number, unless it may be an earlier attempt's. Never rejects.
 */
export async function showsOrder(
  upstreamContext: UpstreamContext,
  attempts: readonly Attempt[],
  attempt: Attempt,
): Promise<boolean> {
  const list = await orderList(upstreamContext).catch(reportUnread);
  if (!list) return false;
  const { id, atMs, listedNone, lacking, unnamedBefore = 0 } = attempt;
  const orders = vaguely(list.orders, attempt);
  const fresh = newOrders(knownBefore(attempts, attempt), list.orders, { atMs, listedNone });
  const own = vaguely(fresh, attempt).filter((order) => looksLike(order, attempt));
  const isOfOther = (one: Attempt) =>
    hasUnknownOutcome(one) && !isOfSameAmounts(one, attempt) && !own.some((order) => looksLike(order, one));
  const mayHaveMade = (one: Attempt) => vaguely(fresh, one).some((order) => looksLike(order, one));
  let others = 0;
  for (const one of attempts) {
    await sharedTurn();
    if (one.id !== id && (lacking?.includes(one.id) || isOfOther(one)) && mayHaveMade(one)) others += 1;
  }
  // An earlier attempt's order may have been listed before without a number.
  const isBeyond = fresh.length + list.omittedCount > Math.max(unnamedBefore, others);
  return isBeyond || (await findOrder(attempts, { ...attempt, unnamedBefore: 0 }, orders)) !== undefined;
}

/** A row without a number, a missing row, or a list that is not sorted by time may hide a new order. */
function hasNothingNew({ orders, count, omittedCount, more }: OrderPage, before: readonly string[]): boolean {
  const times = orders.map(({ orderTimeMs = NaN }) => orderTimeMs);
  const isNewestFirst = times.every((ms, place) => place === 0 || ms <= (times[place - 1] ?? NaN));
  const isWhole = omittedCount === 0 && orders.length === Math.min(count, ORDER_PAGE_SIZE) && (!more || isNewestFirst);
  return isWhole && orders.every(({ orderNum }) => before.includes(orderNum));
}

/** The result for a product's latest purchase without a response. */
export type Resolution =
  | { kind: "none" }
  /** The order was found. `isOnlyOne` if just found and nothing else of the last day matches. */
  | { kind: "made"; receipt: Receipt; orderNum: string; isOnlyOne?: boolean }
  /** The order may still appear. Another purchase is refused until `blockedUntilMs` (which may be past). */
  | {
      kind: "notYet";
      attempt: Pick<Attempt, "tokenAmount" | "payAmount" | "paySymbol" | "atMs" | "title">;
      blockedUntilMs: number;
    };

/** Resolves a purchase without a response, and stores a success. Throws if the orders are unreadable. */
export async function resolveUnknown(
  upstreamContext: UpstreamContext,
  accountId: string,
  productId: string,
): Promise<Resolution> {
  const first = latestUnanswered((await readBlocks(accountId)).attempts, productId);
  if (!first) return { kind: "none" };
  if (first.orderNum !== undefined) return made(first, first.orderNum);
  const orders = proving(await clearOrders(forPayment(upstreamContext)));
  // Attempts are read after the orders, so that they include every purchase that can have made one of these.
  const { attempts } = await readBlocks(accountId);
  const attempt = attempts.find((one) => one.id === first.id && isUnanswered(one));
  if (!attempt) return { kind: "none" };
  const order = await findOrder(attempts, attempt, orders);
  if (!order) {
    const { title, tokenAmount, payAmount, paySymbol, atMs, blockedUntilMs } = attempt;
    return { kind: "notYet", attempt: { title, tokenAmount, payAmount, paySymbol, atMs }, blockedUntilMs };
  }
  const { orderNum } = order;
  await remember(accountId, (stored) => withMade(stored, attempt.id, orderNum));
  // True if the attempt's order was listed before this attempt.
  const isListed = ({ state, isUnlisted, atMs }: Attempt) => state === "paid" && !isUnlisted && atMs < attempt.atMs;
  const isOnlyOne =
    attempts.filter((other) => looksLike(order, other) && !isListed(other)).length === 1 &&
    compareOrders(knownBefore(attempts, attempt), orders, attempt, 1).kind === "notYet";
  return { ...made(attempt, orderNum), isOnlyOne };
}

/**
 * True if an order that both attempts may have made counts as the other attempt's. If one was refused and their
 * products differ, it counts for both and the buyer is asked about both, unless the other attempt was paid.
 */
const comesBefore = (other: Attempt, { isRefused, productId }: Attempt) =>
  (!isRefused && !other.isRefused) || other.productId === productId || other.state === "paid";

const knownBefore = (attempts: readonly Attempt[], attempt: Attempt) => [
  ...attempt.before,
  ...attempts.flatMap((one) => (one.orderNum !== undefined && comesBefore(one, attempt) ? one.orderNum : [])),
];

async function findOrder(
  attempts: readonly Attempt[],
  attempt: Attempt,
  orders: readonly Order[],
): Promise<Order | undefined> {
  const fresh = newOrders(knownBefore(attempts, attempt), orders, attempt);
  return fresh[await candidateAttempts(attempts, attempt, fresh)];
}

/** Stores a result that lifts a block. If the store fails, the block merely lasts until it expires. */
async function remember(...change: Parameters<typeof changeAttempts>): Promise<void> {
  await changeAttempts(...change).catch((error: unknown) => {
    log().warn({ error: describeError(error) }, "could not store a purchase found in the orders");
  });
}

const withMade = (attempts: readonly Attempt[], id: string, orderNum: string) =>
  attempts.map((one): Attempt => (one.id === id ? { ...one, state: "made", before: [], orderNum } : one));

/** Returns the purchases of `earlierAmong`, after comparing those without a response with the orders. */
export async function earlierPurchases(
  upstreamContext: UpstreamContext,
  accountId: string,
  productId: string,
  seen?: Seen,
): Promise<Attempt[]> {
  const { attempts: known } = await readBlocks(accountId);
  const earlier = earlierAmong(known, productId, seen);
  if (!known.some((one) => one.productId === productId && isCompared(one))) return earlier;
  const list = await optionalRead(orderList(forPayment(upstreamContext)));
  if (!list) return earlier;
  await remember(accountId, (attempts) => compareEarlier(attempts, list.orders, productId));
  return earlierAmong((await readBlocks(accountId)).attempts, productId, seen);
}

/** Keeps orders from matching if they are partly unreadable or have an unknown status: it may be a failed payment. */
const proving = (orders: readonly Order[]) =>
  orders.map((one) =>
    one.isOdd || (one.status === "unknown" && one.rawStatus !== "") ? { ...one, tokenAmount: undefined } : one,
  );

/** Marks attempts as `made` if their orders are found. Any order that may be a refused attempt's counts as found. */
export async function compareEarlier(
  attempts: readonly Attempt[],
  orders: readonly Order[],
  productId: string,
): Promise<readonly Attempt[]> {
  let known = attempts;
  if (!areComparable(attempts)) return known;
  for (const attempt of attempts.filter((one) => one.productId === productId && isCompared(one))) {
    const order = await findOrder(known, attempt, attempt.isRefused ? vaguely(orders, attempt) : proving(orders));
    // One order belongs to one attempt.
    if (order) known = withMade(known, attempt.id, order.orderNum);
  }
  return known;
}

/** The receipt that a page has shown; null for none, undefined if the buyer knows of every paid purchase. */
export type Seen = Pick<Receipt, "id"> | null | undefined;

/**
 * Returns the purchases that the buyer has to acknowledge: those of the last day without a response, and those just
 * paid without a receipt in this browser, because it may not have got the response.
 */
export function earlierAmong(attempts: readonly Attempt[], productId: string, seen?: Seen): Attempt[] {
  const isUnseen = (one: Attempt) => seen !== undefined && seen?.id !== one.id && isJustPaid(one);
  return attempts.filter(
    (one) => one.productId === productId && one.isAcknowledged !== true && (isUnanswered(one) || isUnseen(one)),
  );
}

/** Identifies the earlier purchases that the buyer acknowledges; undefined if there are none. */
export function earlierKey(earlier: readonly Attempt[]): string | undefined {
  const known = earlier.map(({ id, orderNum }) => `${id} ${orderNum === undefined ? "open" : "found"}`);
  return known.length > 0 ? digest("earlier", known.join()) : undefined;
}

function made(attempt: Attempt, orderNum: string): Extract<Resolution, { kind: "made" }> {
  return { kind: "made", receipt: receiptSchema.parse(attempt), orderNum };
}
