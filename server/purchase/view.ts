import { describeError, log } from "@storefront/observability/log";
import { optionalRead } from "~server/loader/reads";
import { NOT_LOGGED_IN } from "~server/session/flash";
import { ownerBy } from "~server/session/owner";
import { seeOther } from "~server/session/redirects";
import type { RequestContext } from "~server/session/request-context";
import type { Session } from "~server/session/session";
import { upstreamContextOf } from "~server/session/upstream-context";
import { SessionExpired, type UpstreamContext } from "~server/upstream/client";
import { orderList, type Order } from "~server/upstream/orders";
import { payAmount } from "./amount";
import { blockedBy, type Attempt } from "./attempts";
import { readBuyer, type Buyer } from "./buyer";
import { sameDecimal } from "./decimal";
import { otherAmount, ownOrderNum, saveOwnOrder } from "./own-orders";
import { readQuantity } from "./quantity";
import { isOtherOffer, type Quote } from "./quote";
import { cookiesOf, readQuoteStatus, type QuoteStatus } from "./quote-status";
import { receiptCookie, type Receipt } from "./receipt";
import { enterStep, readStep, stepPath, type Step } from "./steps";
import { earlierPurchases, resolveUnknown, type Resolution } from "./unknown-outcome";

/** A purchase that is done. */
export interface DonePurchase {
  receipt: Receipt;
  /** Undefined where it is not known. */
  orderNum: string | undefined;
  /** The amount in its order, if it is not the confirmed one. */
  charged: string | undefined;
}

/** A purchase that got no response, as far as its orders show what became of it: "unread" where they cannot be read. */
export type UnknownPurchase =
  | Exclude<Resolution, { kind: "none" }>
  | { kind: "unread"; attempt: Attempt | null | undefined };

/** The visitor's purchase as a product page shows it: one kind for each step, with the data of that step alone. */
export type PurchaseView =
  | { kind: "browse"; done: DonePurchase | null }
  | { kind: "estimate" }
  | { kind: "buyAgain"; earlier: readonly Attempt[] }
  | { kind: "confirm"; quote: Quote }
  | { kind: "code"; quote: Quote }
  | { kind: "outcomeUnknown"; outcome: UnknownPurchase }
  | { kind: "done"; done: DonePurchase }
  /** The newest orders that the quote may have made; undefined where they cannot be read. */
  | { kind: "quoteLost"; quote: Quote; orders: readonly Order[] | undefined };

/** A visitor's purchase of one product. */
export interface Purchase extends Pick<Findings, "buyer" | "status"> {
  view: PurchaseView;
  /** The purchase that was just made, or has just been found. */
  receipt: Receipt | null;
  /** Set-Cookie values of the page. */
  cookies: readonly string[];
}

/** The facts that decide which step is legal. */
interface Findings {
  buyer: Buyer | null;
  status: QuoteStatus;
  /** Only on the step that shows it, as the earlier purchases. */
  outcome: UnknownPurchase | null;
  earlier: readonly Attempt[];
}

/**
 * Decides what a product page shows: reads the situation, redirects from an illegal step (house 7), and reads the data
 * of this step alone.
 *
 * @param query of the page, untrusted
 * @throws Response 303 to the legal step
 */
export async function enterPurchase(
  requestContext: RequestContext,
  productId: string,
  query: URLSearchParams,
): Promise<Purchase> {
  const step = readStep(query.get("step"));
  const [session, flow] = await Promise.all([requestContext.session(), requestContext.flowSession()]);
  const upstreamContext = upstreamContextOf(requestContext, session);
  const found = session ? await findOut(requestContext, session, upstreamContext, productId, step) : SIGNED_OUT;
  const { buyer, status, outcome, earlier } = found;
  const asked = readQuantity(query.get("buyAmount") ?? "");
  const verdict = enterStep(productId, step, {
    signedIn: session !== null,
    quote: status.state,
    receipt: status.receipt !== null,
    quantity: status.quote?.quantity ?? (asked.ok ? asked.quantity : undefined),
    unknownOutcome: buyer?.blockedBy ? "blocking" : outcome ? "past" : "none",
    earlier: earlier.length > 0,
  });
  if (!verdict.legal) {
    const { messageKey } = verdict;
    const isSignedOut = messageKey === "errors.notLoggedIn";
    const toast = isSignedOut ? NOT_LOGGED_IN : messageKey && ({ key: messageKey, kind: "alert" } as const);
    throw seeOther(verdict.redirectTo, { toast, document: isSignedOut });
  }
  const view = await viewOf(step, session, found, upstreamContext);
  if (view.kind === "code" && isOtherOffer(query, view.quote)) {
    // A buyer pays what was confirmed.
    const toast = { key: "errors.quoteExpired", kind: "alert", inSheet: true } as const;
    throw seeOther(stepPath(productId, "confirm", { buyAmount: view.quote.quantity }), { toast });
  }
  const resolved = outcome?.kind === "made" ? outcome.receipt : null;
  const cookies = session
    ? [...(resolved ? [await receiptCookie(resolved, session.id)] : []), ...(await cookiesOf(status, flow, session))]
    : [];
  return { buyer, status, view, receipt: resolved ?? status.receipt, cookies };
}

const SIGNED_OUT: Findings = {
  buyer: null,
  status: { state: "unquoted", quote: null, receipt: null },
  outcome: null,
  earlier: [],
};

async function findOut(
  requestContext: RequestContext,
  session: Session,
  upstreamContext: UpstreamContext,
  productId: string,
  step: Step | null,
): Promise<Findings> {
  const before = await readBuyer(upstreamContext, productId);
  const status = await readQuoteStatus(requestContext, session, productId);
  // The page under a sheet that shows an outcome has no older data than the sheet.
  const { outcome, buyer } =
    step === "outcomeUnknown"
      ? await readOutcome(upstreamContext, session, before, productId)
      : { outcome: null, buyer: before };
  const earlier =
    step === "buyAgain" && buyer.id !== undefined
      ? await earlierPurchases(upstreamContext, buyer.id, productId).catch(withoutStore)
      : undefined;
  return { buyer, status, outcome, earlier: earlier ?? [] };
}

/** A legal step with its data. One without them shows nothing but the product. */
async function viewOf(
  step: Step | null,
  session: Session | null,
  { status: { quote, receipt }, outcome, earlier }: Findings,
  upstreamContext: UpstreamContext,
): Promise<PurchaseView> {
  if (step === "estimate") return { kind: step };
  if (step === "buyAgain") return { kind: step, earlier };
  if ((step === "confirm" || step === "code") && quote) return { kind: step, quote };
  if (step === "outcomeUnknown" && outcome) return { kind: step, outcome };
  if (step === "quoteLost" && quote) return { kind: step, quote, orders: await likelyOrders(upstreamContext, quote) };
  if (!session || !receipt) return { kind: "browse", done: null };
  const charged = await otherAmount(receipt.id);
  const done = { receipt, charged, orderNum: await ownOrderNum(session, receipt.id) };
  return { kind: step === "done" ? step : "browse", done };
}

/** Finds the outcome of a purchase without a response, as far as the orders show it; null where there is none. */
async function readOutcome(
  upstreamContext: UpstreamContext,
  session: Session,
  buyer: Buyer,
  productId: string,
): Promise<{ outcome: UnknownPurchase | null; buyer: Buyer }> {
  const unread = { outcome: { kind: "unread", attempt: buyer.blockedBy }, buyer } as const;
  const { id } = buyer;
  if (id === undefined || buyer.storeFails) return unread;
  // The store was there a moment ago, and may not be now.
  const resolution = await optionalRead(resolveUnknown(upstreamContext, id, productId)).catch(withoutStore);
  if (!resolution) return unread;
  if (resolution.kind === "notYet") return { outcome: resolution, buyer };
  // The attempt that blocked the product when the buyer was read may have been settled since.
  const blocking = await blockedBy(id, productId).catch(withoutStore);
  const now = { ...buyer, ...(blocking !== undefined && { blockedBy: blocking }) };
  if (resolution.kind === "none") return { outcome: null, buyer: now };
  const { receipt, orderNum, isOnlyOne } = resolution;
  // So that receipt and My orders know it too; where the store fails they do without.
  if (receipt.id !== undefined && isOnlyOne)
    await saveOwnOrder(ownerBy({ ...session, userId: id }), { ...receipt, id: receipt.id }, orderNum).catch(
      withoutStore,
    );
  return { outcome: resolution, buyer: now };
}

/** Data of the store are missing if the store fails. @throws SessionExpired */
function withoutStore(error: unknown): undefined {
  if (error instanceof SessionExpired) throw error;
  log().error({ error: describeError(error) }, "the purchases of an account cannot be read");
}

const LIKELY_ORDERS_MAX = 3;

/** An order whose time is not known may be the newest. */
const placeOf = ({ orderTimeMs = Number.MAX_SAFE_INTEGER }: Order) => orderTimeMs;

/**
 * The newest orders that may be of the quoted product. An order names no product, so they are compared by price per
 * terabyte and currency, if the upstream sends them.
 *
 * @returns undefined if the orders cannot be read now, or if the only match could be one of the orders without those
 *   fields
 */
async function likelyOrders(upstreamContext: UpstreamContext, quote: Quote): Promise<Order[] | undefined> {
  const list = await optionalRead(orderList(upstreamContext));
  const likely = list?.orders
    .filter(
      ({ paySymbol, payAmount: paid, tokenAmount }) =>
        (paySymbol === undefined || paySymbol === quote.paySymbol) &&
        (paid === undefined || tokenAmount === undefined || sameDecimal(paid, payAmount(tokenAmount, quote.price))),
    )
    .sort((one, other) => placeOf(other) - placeOf(one))
    .slice(0, LIKELY_ORDERS_MAX);
  return likely?.length === 0 && list?.omittedCount ? undefined : likely;
}
