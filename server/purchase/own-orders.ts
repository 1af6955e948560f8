import { z } from "zod";
import { describeError, log } from "@storefront/observability/log";
import { sharedTurn } from "@storefront/resilience/shared-turns";
import { readJson } from "@storefront/upstream-client/json";
import { ownerOf } from "~server/account/owner-of";
import { ownerKey, type Owner } from "~server/session/owner";
import type { Session } from "~server/session/session";
import { listOf } from "~server/store/list-of";
import { DURABLE_AGE_MS, store } from "~server/store/shared";
import { untilChanged } from "@storefront/store/store";
import { orderList, type Order } from "~server/upstream/orders";
import { within, type UpstreamContext } from "~server/upstream/client";
import type { Attempt } from "./attempts";
import { sameDecimal, storedDecimal } from "./decimal";
import { storedId, storedTitle } from "./receipt";
import { quotedTermsSchema } from "./terms";
import { compareOrders, isOfSameAmounts, isSamePayment, looksLike } from "./unknown-outcome";

/** Our own record: the upstream's orders name no product, and its response to a purchase names no order. */

export const OWN_ORDERS = "orders";
const OWN_ORDERS_AGE_MS = 3 * 365 * 24 * 60 * 60_000;
const ORDER_LOOK_DEADLINE_MS = 1_000;

const STORED_MAX = 200;

const ownOrderSchema = z.object({
  orderNum: storedId,
  quoteId: storedId,
  productId: storedId,
  title: storedTitle,
});

export type OwnOrder = z.infer<typeof ownOrderSchema>;

export type Listed = Pick<Attempt, "isUnlisted" | "orderNum">;

/**
 * Finds the order that a purchase has just made, while its account is locked: the only new order that matches. Stores
 * nothing if that is unclear after a second. Never rejects.
 *
 * @returns `isUnlisted` if the list shows no new order of this purchase, else its number if that is clear
 */
export async function rememberOrder(
  upstreamContext: UpstreamContext,
  owner: Owner,
  attempt: Attempt,
  others: readonly Attempt[],
): Promise<Listed> {
  try {
    const { orders } = await orderList(within(upstreamContext, ORDER_LOOK_DEADLINE_MS));
    // This purchase's record already exists if a later step failed and is repeated.
    const earlier = (await readOwnOrders(owner)).filter(({ quoteId }) => quoteId !== attempt.id);
    const before = [...attempt.before, ...earlier.map(({ orderNum }) => orderNum)];
    const comparison = compareOrders(before, orders, attempt);
    const isOfOther = (one: Order) => others.some((other) => looksLike(one, other));
    const isExact =
      comparison.kind === "made" && sameDecimal(comparison.order.payAmount ?? attempt.payAmount, attempt.payAmount);
    if (!isExact) {
      const unclaimed: Order[] = [];
      for (const one of orders) {
        // There may be a thousand orders and hundreds of other purchases.
        await sharedTurn();
        if (!isOfOther(one)) unclaimed.push(one);
      }
      await noteOtherAmount(before, unclaimed, attempt);
    }
    if (comparison.kind !== "made" || isOfOther(comparison.order)) return { isUnlisted: true };
    // If two match, one was made elsewhere. A single match may have existed before, without a number.
    const isClear = compareOrders(before, orders, attempt, 1).kind !== "made" && attempt.unnamedBefore === undefined;
    if (!isClear) return {};
    const { orderNum } = comparison.order;
    await saveOwnOrder(owner, attempt, orderNum);
    return { orderNum };
  } catch (error) {
    log().info({ error: describeError(error) }, "could not look up the order of a purchase");
    return { isUnlisted: true };
  }
}

const amountsSchema = z.object({
  tokenAmount: storedDecimal,
  payAmount: storedDecimal,
  paySymbol: quotedTermsSchema.shape.paySymbol,
});
export type OrderAmounts = z.infer<typeof amountsSchema>;

/** Stores the differing values of the only new order for the receipt; it may have been made elsewhere. */
async function noteOtherAmount(before: readonly string[], orders: readonly Order[], attempt: Attempt): Promise<void> {
  const { atMs, listedNone } = attempt;
  const [first, second] = [0, 1].map((others) => compareOrders(before, orders, { atMs, listedNone }, others));
  if (first?.kind !== "made" || second?.kind === "made") return;
  const {
    tokenAmount = attempt.tokenAmount,
    payAmount = attempt.payAmount,
    paySymbol = attempt.paySymbol,
  } = first.order;
  const amounts: OrderAmounts = { tokenAmount, payAmount, paySymbol };
  if (isOfSameAmounts(amounts, attempt) && isSamePayment(amounts, attempt)) return;
  log().warn({ quote: attempt.id }, "the order of a purchase shows another amount");
  await store().set(otherAmountKey(attempt.id), JSON.stringify(amounts), DURABLE_AGE_MS);
}

/** Returns the values in a purchase's order if they differ from the confirmed ones. Never rejects. */
export async function otherAmount(quoteId: string): Promise<OrderAmounts | undefined> {
  const stored = await store()
    .get(otherAmountKey(quoteId))
    .catch(() => null);
  return amountsSchema.safeParse(readJson(stored ?? "")).data;
}

const otherAmountKey = (quoteId: string) => `other-amounts:${quoteId}`;

export async function saveOwnOrder(
  owner: Owner,
  { id: quoteId, productId, title }: Pick<Attempt, "id" | "productId" | "title">,
  orderNum: string,
): Promise<void> {
  const made: OwnOrder = { orderNum, quoteId, productId, ...(title && { title }) };
  await change(owner, (known) => (known.some((one) => one.quoteId === quoteId) ? known : [made, ...known]));
}

async function change(owner: Owner, changed: (known: OwnOrder[]) => OwnOrder[]): Promise<void> {
  const key = ownerKey(OWN_ORDERS, owner);
  await untilChanged(async () => {
    const stored = await store().get(key);
    const known = parseOrders(stored);
    const orders = changed(known);
    if (orders === known) return true;
    const value = JSON.stringify(orders.slice(0, STORED_MAX));
    const write = { [key]: { value, ageMs: OWN_ORDERS_AGE_MS } };
    return (await store().commit({ expect: { [key]: stored }, write })) === "done";
  });
}

/** Returns the orders that an account made here, newest first. */
export async function readOwnOrders(owner: Owner): Promise<OwnOrder[]> {
  return parseOrders(await store().get(ownerKey(OWN_ORDERS, owner)));
}

/** Returns the account's orders that were bought here, by order number. */
export async function recordedOrders(session: Session): Promise<Map<string, OwnOrder>> {
  const own = await readOwnOrders(await ownerOf(session));
  return new Map(own.map((one) => [one.orderNum, one]));
}

/** Returns the number of the order that a purchase made here; undefined if unknown. Never rejects. */
export async function ownOrderNum(session: Session, quoteId: string): Promise<string | undefined> {
  try {
    const own = await readOwnOrders(await ownerOf(session));
    return own.find((one) => one.quoteId === quoteId)?.orderNum;
  } catch (error) {
    log().warn({ error: describeError(error) }, "could not read the recorded orders");
    return undefined;
  }
}

export function parseOrders(stored: string | null | undefined): OwnOrder[] {
  return listOf(ownOrderSchema, STORED_MAX).safeParse(readJson(stored ?? "")).data ?? [];
}
