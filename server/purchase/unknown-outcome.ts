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

/** After a rejection with an unknown code the orders are read at once, and again after this time. */
export const REFUSAL_LOOK_AGAIN_MS = 2_000;

/** A missing value matches anything. */
export type Expected = Pick<Attempt, "atMs" | "listedNone"> &
  Partial<Pick<Attempt, "tokenAmount" | "payAmount" | "paySymbol">>;

export type Comparison = { kind: "made"; order: Order } | { kind: "notYet" };

/**
 * Looks for the order of a purchase without a response (behaviour 13.11): a new one with the same quantity, the same
 * payment and currency if the upstream sends them, and a time that is not long before.
 *
 * @param before the order numbers before the purchase was sent
 * @param others how many other purchases may have made matching orders: the result is "made" only if there are more
 *   matching orders than these
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
  // Orders below the last known one of a full page are older: they move up when one is removed. If none is known,
  // although some were listed, the upstream may have renumbered its orders.
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

/** An upstream may round differently from `PAY_ROUNDING`. */
const ROUNDING_MOST = new Big(10).pow(-PAYMENT_PRECISION);

type Payment = Pick<Order, "payAmount" | "paySymbol">;

/** A missing value matches anything. */
export const isSamePayment = (one: Payment, other: Payment): boolean =>
  (one.payAmount === undefined ||
    other.payAmount === undefined ||
    sameDecimal(one.payAmount, other.payAmount, ROUNDING_MOST)) &&
  (one.paySymbol === undefined || other.paySymbol === undefined || coinOf(one.paySymbol) === coinOf(other.paySymbol));

/** Orders may spell a coin in another case than products, or with the upstream's number for a tenant: `USDT1742`. */
const coinOf = (symbol: string) => symbol.toLowerCase().replace(/(?<=\D)\d{3,}$/, "");

/** A list sorted by the last change may put an older order before the known ones. */
const isOlderThanAttempt = ({ orderTimeMs, orderTimeText }: Order, { atMs }: Expected) =>
  isOlderThan(atMs, orderTimeMs, orderTimeText);

/** Upstreams may send 0 until they know the amount. */
const ifSet = (amount: string | undefined) => (sameDecimal(amount, "0") ? undefined : amount);

/** Lets a missing, unreadable or zero amount match the attempt's. Used to raise a doubt, never to settle one. */
const vaguely = (orders: readonly Order[], { tokenAmount }: Attempt): Order[] =>
  orders.map((one) => ({
    ...one,
    tokenAmount: ifSet(one.tokenAmount) ?? tokenAmount,
    payAmount: ifSet(one.payAmount),
  }));

/**
 * Counts the other attempts that may have made one of the new orders that match this attempt: later ones, recent ones
 * with an unknown outcome, paid ones whose order was not listed yet, and orders that had no number or were not sent. The
 * orders of other earlier attempts were there before, because purchases of an account never overlap.
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
  // A rejection is not believed just because an older order may have got its number since.
  let candidates = attempt.isRefused ? 0 : (attempt.unnamedBefore ?? 0);
  for (const [at, other] of attempts.entries()) {
    // Hundreds may be compared with a thousand orders each, for each of dozens of attempts.
    await sharedTurn();
    if (!isCandidate(other, at)) continue;
    const known = new Set(other.before);
    if (fresh.some((order) => !known.has(order.orderNum) && looksLike(order, other))) candidates += 1;
  }
  return candidates;
}

/**
 * The ids of paid attempts whose orders are missing from a list that lags behind. An order belongs to one of them if it
 * matches and is new; one with other amounts was made elsewhere.
 */
export async function missingOrders(now: readonly Order[], attempts: readonly Attempt[]): Promise<string[]> {
  const shown = attempts.flatMap(({ orderNum }) => orderNum ?? []);
  const lacking: string[] = [];
  // The latest first: an order that was there before it can still be an earlier one's.
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
 * True if the orders show, at once and a moment later, that a rejected purchase has made none (behaviour 13.9). False
 * if in doubt: a new order, an unreadable or incomplete list, or one that lags behind. The account must be locked, so
 * that no other purchase makes an order meanwhile. Never rejects.
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
 * True if the orders show one that the last attempt, a rejected purchase, may have made: even with other amounts or
 * without a number, unless it may be an earlier attempt's. An order that matches both counts. Never rejects.
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
  // The order of an earlier attempt may have been there without a number.
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
  /**
   * Its order was found: the product can be bought again. `isOnlyOne` if it was just found and no other order or
   * purchase of the last day matches: then the order is certainly its own.
   */
  | { kind: "made"; receipt: Receipt; orderNum: string; isOnlyOne?: boolean }
  /** It may still appear; another attempt is refused until `blockedUntilMs` (which may be past). */
  | {
      kind: "notYet";
      attempt: Pick<Attempt, "tokenAmount" | "payAmount" | "paySymbol" | "atMs" | "title">;
      blockedUntilMs: number;
    };

/**
 * Resolves a purchase without a response as far as the orders show, and stores a success. Throws if they are
 * unreadable.
 */
export async function resolveUnknown(
  upstreamContext: UpstreamContext,
  accountId: string,
  productId: string,
): Promise<Resolution> {
  const first = latestUnanswered((await readBlocks(accountId)).attempts, productId);
  if (!first) return { kind: "none" };
  if (first.orderNum !== undefined) return made(first, first.orderNum);
  const orders = proving(await clearOrders(forPayment(upstreamContext)));
  // Read after the orders: every purchase that can have made one of them is in it.
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
  // Its order was there before.
  const isListed = ({ state, isUnlisted, atMs }: Attempt) => state === "paid" && !isUnlisted && atMs < attempt.atMs;
  const isOnlyOne =
    attempts.filter((other) => looksLike(order, other) && !isListed(other)).length === 1 &&
    compareOrders(knownBefore(attempts, attempt), orders, attempt, 1).kind === "notYet";
  return { ...made(attempt, orderNum), isOnlyOne };
}

/**
 * True if an order that both attempts may have made counts as the other one's. If one was refused and they are of two
 * products, it counts for both, and the buyer is asked about both, unless the other one was paid.
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

/** Lifts a block. If the store cannot be written, the block merely lasts until it expires. */
async function remember(...change: Parameters<typeof changeAttempts>): Promise<void> {
  await changeAttempts(...change).catch((error: unknown) => {
    log().warn({ error: describeError(error) }, "could not store a purchase found in the orders");
  });
}

const withMade = (attempts: readonly Attempt[], id: string, orderNum: string) =>
  attempts.map((one): Attempt => (one.id === id ? { ...one, state: "made", before: [], orderNum } : one));

/**
 * The purchases that `earlierAmong` names, those without a response compared with the orders. Buying again takes an
 * extra press until an order was found and the buyer has bought again.
 */
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

/**
 * Orders that are partly unreadable, or have a status that we do not know, stay in the list but match no attempt: that
 * status may mean that the payment failed. A missing status does not matter.
 */
const proving = (orders: readonly Order[]) =>
  orders.map((one) =>
    one.isOdd || (one.status === "unknown" && one.rawStatus !== "") ? { ...one, tokenAmount: undefined } : one,
  );

/** Marks attempts whose orders are found as `made`. Any order that may be its own contradicts a rejection. */
export async function compareEarlier(
  attempts: readonly Attempt[],
  orders: readonly Order[],
  productId: string,
): Promise<readonly Attempt[]> {
  let known = attempts;
  for (const attempt of attempts.filter((one) => one.productId === productId && isCompared(one))) {
    const order = await findOrder(known, attempt, attempt.isRefused ? vaguely(orders, attempt) : proving(orders));
    // One order belongs to one attempt.
    if (order) known = withMade(known, attempt.id, order.orderNum);
  }
  return known;
}

/** The receipt that a page has shown: null for none, undefined if the buyer knows of every purchase that was paid. */
export type Seen = Pick<Receipt, "id"> | null | undefined;

/**
 * The purchases that the buyer has to acknowledge: those of the last day without a response, and those that were just
 * paid without a receipt in this browser, whose response it may not have got.
 */
export function earlierAmong(attempts: readonly Attempt[], productId: string, seen?: Seen): Attempt[] {
  const isUnseen = (one: Attempt) => seen !== undefined && seen?.id !== one.id && isJustPaid(one);
  return attempts.filter(
    (one) => one.productId === productId && one.isAcknowledged !== true && (isUnanswered(one) || isUnseen(one)),
  );
}

/** Identifies the known earlier purchases for the buyer's acknowledgement; undefined without any. */
export function earlierKey(earlier: readonly Attempt[]): string | undefined {
  const known = earlier.map(({ id, orderNum }) => `${id} ${orderNum === undefined ? "open" : "found"}`);
  return known.length > 0 ? digest("earlier", known.join()) : undefined;
}

function made(attempt: Attempt, orderNum: string): Extract<Resolution, { kind: "made" }> {
  return { kind: "made", receipt: receiptSchema.parse(attempt), orderNum };
}
