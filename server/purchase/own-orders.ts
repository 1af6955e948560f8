import { z } from "zod";
import { describeError, log } from "@storefront/observability/log";
import { readJson } from "@storefront/upstream-client/json";
import { ownerOf } from "~server/account/owner-of";
import { ownerKey, ownerKeys, type Owner } from "~server/session/owner";
import type { Session } from "~server/session/session";
import { store } from "~server/store/shared";
import { orderList, type Order } from "~server/upstream/orders";
import { within, type UpstreamContext } from "~server/upstream/client";
import type { Attempt } from "./attempts";
import { RECEIPT_AGE_MS } from "./receipt";
import { compareOrders } from "./unknown-outcome";

/**
 * This shop's own record of an account's orders: the upstream's orders name no product, and its response to a purchase
 * names no order (behaviour 2.56, 3.8).
 */

/** The kind of its key in the store. */
export const OWN_ORDERS = "orders";
/** Longer than the cycles of the orders last. */
export const OWN_ORDERS_AGE_MS = 3 * 365 * 24 * 60 * 60_000;
/** How long a payment looks for its order: the buyer waits. */
const ORDER_LOOK_DEADLINE_MS = 1_000;

/** The newest are stored. */
const STORED_MAX = 200;

const ownOrderSchema = z.object({
  orderNum: z.string(),
  /** The quote that it came from. */
  quoteId: z.string(),
  productId: z.string(),
  title: z.string().optional(),
});

/** An order that was made here, and the product that it is of. */
export type OwnOrder = z.infer<typeof ownOrderSchema>;

/**
 * Finds the order that a purchase just made, while its account is locked: the only new one that matches it. If there is
 * no clear match within a second, nothing is stored. Never rejects.
 *
 * @param attempt the purchase, with the orders that there were before it
 * @param others those before it that may have made a new order too: then nothing is stored
 * @returns whether the list shows a new order that is its own
 */
export async function rememberOrder(
  upstreamContext: UpstreamContext,
  owner: Owner,
  attempt: Attempt,
  others: readonly Attempt[],
): Promise<boolean> {
  try {
    const { orders } = await orderList(within(upstreamContext, ORDER_LOOK_DEADLINE_MS));
    const { own, former } = await readOwnOrders(owner);
    // Its own is there already where what came after it failed.
    const earlier = [...own, ...former].filter(({ quoteId }) => quoteId !== attempt.id);
    const before = [...attempt.before, ...earlier.map(({ orderNum }) => orderNum)];
    const comparison = compareOrders(before, orders, attempt);
    if (comparison.kind !== "made") {
      const unclaimed = orders.filter(
        (one) => !others.some((other) => compareOrders([], [one], other).kind === "made"),
      );
      await noteOtherAmount(before, unclaimed, attempt);
    }
    if (comparison.kind !== "made" || others.length > 0) return false;
    // With two matches, one of them was made elsewhere; so may be the only one, if it had no number before.
    const isClear = compareOrders(before, orders, attempt, 1).kind !== "made" && attempt.unnamedBefore === undefined;
    if (isClear) await saveOwnOrder(owner, attempt, comparison.order.orderNum);
    return true;
  } catch (error) {
    log().info({ error: describeError(error) }, "the order of a purchase is not known");
    return false;
  }
}

/**
 * Notes the amount of the only new order of the quantity that a purchase paid for, where it is not the one that was
 * confirmed: the receipt says so. It may be an order made elsewhere, so it is not recorded as the purchase's own.
 */
async function noteOtherAmount(before: readonly string[], orders: readonly Order[], attempt: Attempt): Promise<void> {
  const ofAnyAmount = { ...attempt, payAmount: undefined };
  const [first, second] = [0, 1].map((others) => compareOrders(before, orders, ofAnyAmount, others));
  if (first?.kind !== "made" || second?.kind === "made" || first.order.payAmount === undefined) return;
  log().warn({ quote: attempt.id }, "the order of a purchase shows another amount");
  await store().set(otherAmountKey(attempt.id), first.order.payAmount, RECEIPT_AGE_MS);
}

/**
 * The amount that the order of a purchase shows, where it is not the confirmed one. Never rejects.
 *
 * @param quoteId the quote's; a receipt of an older version has none
 * @returns a decimal in the pay symbol
 */
export async function otherAmount(quoteId: string | undefined): Promise<string | undefined> {
  if (quoteId === undefined) return undefined;
  return (
    (await store()
      .get(otherAmountKey(quoteId))
      .catch(() => null)) ?? undefined
  );
}

const otherAmountKey = (quoteId: string) => `charged:${quoteId}`;

/** Records which order a purchase made. */
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
  for (;;) {
    const stored = await store().get(key);
    const known = parseOrders(stored);
    const orders = changed(known);
    if (orders === known) return;
    const value = JSON.stringify(orders.slice(0, STORED_MAX));
    const write = { [key]: { value, ageMs: OWN_ORDERS_AGE_MS } };
    if ((await store().commit({ expect: { [key]: stored }, write })) === "done") return;
  }
}

/**
 * The orders that an account has made here, newest first; and those that an earlier version recorded, which may be
 * another account's (`sharesFormerName`): they prove nothing but what an order of this account was bought as.
 */
export async function readOwnOrders(owner: Owner): Promise<{ own: OwnOrder[]; former: OwnOrder[] }> {
  const [own, former] = await store().getAll(ownerKeys(OWN_ORDERS, owner));
  return { own: parseOrders(own), former: parseOrders(former) };
}

/**
 * What an account's orders were bought as, by order number. What only an earlier version recorded becomes the account's
 * own once the platform lists the order among its orders.
 *
 * @param listed orders of this account
 * @returns also orders that may be another account's: to be asked for numbers of this account's orders only
 */
export async function recordedOrders(
  session: Session,
  listed: readonly { orderNum: string }[],
): Promise<Map<string, OwnOrder>> {
  const owner = await ownerOf(session);
  const { own, former } = await readOwnOrders(owner);
  const numbers = new Set(listed.map(({ orderNum }) => orderNum));
  const found = former.filter(isNew(own)).filter(({ orderNum }) => numbers.has(orderNum));
  if (found.length > 0 && own.length < STORED_MAX)
    await change(owner, (known) => [...known, ...found.filter(isNew(known))]);
  return new Map([...former, ...own].map((one) => [one.orderNum, one]));
}

const isNew =
  (known: readonly OwnOrder[]) =>
  ({ quoteId }: OwnOrder) =>
    !known.some((one) => one.quoteId === quoteId);

/**
 * The number of the order that a purchase made here. Never rejects.
 *
 * @param quoteId the quote's; a receipt of an older version has none
 * @returns undefined where it is not known, or cannot be read now
 */
export async function ownOrderNum(session: Session, quoteId: string | undefined): Promise<string | undefined> {
  if (quoteId === undefined) return undefined;
  try {
    const { own, former } = await readOwnOrders(await ownerOf(session));
    return [...own, ...former].find((one) => one.quoteId === quoteId)?.orderNum;
  } catch (error) {
    log().warn({ error: describeError(error) }, "the record of orders cannot be read");
    return undefined;
  }
}

/** The orders that are certainly the owner's, in the store's texts of the record and of the earlier version's. */
export function ownOrdersIn(
  { sharesFormerName }: Owner,
  [stored, former]: readonly (string | null | undefined)[],
): OwnOrder[] {
  const own = parseOrders(stored);
  return sharesFormerName ? own : [...own, ...parseOrders(former).filter(isNew(own))];
}

/** None where the text is something else. */
function parseOrders(stored: string | null | undefined): OwnOrder[] {
  return z.array(ownOrderSchema).safeParse(readJson(stored ?? "")).data ?? [];
}
