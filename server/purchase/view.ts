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
import { otherAmount, ownOrderNum, saveOwnOrder, type OrderAmounts } from "./own-orders";
import { readQuantity } from "./quantity";
import { isOtherOffer, type Quote } from "./quote";
import { cookiesOf, readQuoteStatus, type QuoteStatus } from "./quote-status";
import { receiptCookie, shownOf, type Receipt } from "./receipt";
import { payerOf } from "./signature";
import { enterStep, readStep, stepPath, type Step } from "./steps";
import { earlierPurchases, isSamePayment, resolveUnknown, type Resolution } from "./unknown-outcome";

export interface DonePurchase {
  receipt: Receipt;
  orderNum: string | undefined;
  /** The values in the purchase's order, if they differ from the confirmed ones. */
  charged: OrderAmounts | undefined;
}

/** A purchase without a response; "unread" if the orders cannot be read. */
export type UnknownPurchase =
  | Exclude<Resolution, { kind: "none" }>
  | { kind: "unread"; attempt: Attempt | null | undefined };

/** A visitor's purchase on a product page: one kind per step, with the data of that step only. */
export type PurchaseView =
  | { kind: "browse"; done: DonePurchase | null }
  | { kind: "estimate" }
  | { kind: "buyAgain"; earlier: readonly Attempt[] }
  | { kind: "confirm"; quote: Quote }
  | { kind: "code"; quote: Quote }
  | { kind: "outcomeUnknown"; outcome: UnknownPurchase }
  | { kind: "done"; done: DonePurchase }
  /** `orders`: the newest orders that the quote may have made; undefined if they cannot be read. */
  | { kind: "quoteLost"; quote: Quote; orders: readonly Order[] | undefined };

export interface Purchase extends Pick<Findings, "buyer" | "status"> {
  view: PurchaseView;
  /** Proves the purchase that was just made or found. */
  receipt: Receipt | null;
  cookies: readonly string[];
}

interface Findings {
  buyer: Buyer | null;
  status: QuoteStatus;
  /** Read only for its own step, as is `earlier`. */
  outcome: UnknownPurchase | null;
  earlier: readonly Attempt[];
}

/** Reads the situation of a purchase, redirects from an illegal step, and reads the step's data. */
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
    // The buyer must pay the amount that was confirmed.
    const toast = { key: "errors.quoteExpired", kind: "alert", inSheet: true } as const;
    throw seeOther(stepPath(productId, "confirm", { buyAmount: view.quote.quantity }), { toast });
  }
  const resolved = outcome?.kind === "made" ? outcome.receipt : null;
  const cookies = session
    ? [
        ...(resolved ? [await receiptCookie(resolved, payerOf(session))] : []),
        // Only a page that reports the purchase sends these cookies.
        ...("done" in view ? await cookiesOf(status, flow, session) : []),
      ]
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
  // The buyer is read after the outcome, so that the page under the sheet has no older data.
  const { outcome, buyer } =
    step === "outcomeUnknown"
      ? await readOutcome(upstreamContext, session, before, productId)
      : { outcome: null, buyer: before };
  const earlier =
    step === "buyAgain" && buyer.id !== undefined
      ? await earlierPurchases(upstreamContext, buyer.id, productId, shownOf(status.receipt)).catch(withoutStore)
      : undefined;
  return { buyer, status, outcome, earlier: earlier ?? [] };
}

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

/** Reads the outcome; null if there is no purchase without a response. */
async function readOutcome(
  upstreamContext: UpstreamContext,
  session: Session,
  buyer: Buyer,
  productId: string,
): Promise<{ outcome: UnknownPurchase | null; buyer: Buyer }> {
  const unread = { outcome: { kind: "unread", attempt: buyer.blockedBy }, buyer } as const;
  const { id } = buyer;
  if (id === undefined || buyer.storeFails) return unread;
  // The store may have failed since.
  const resolution = await optionalRead(resolveUnknown(upstreamContext, id, productId)).catch(withoutStore);
  if (!resolution) return unread;
  if (resolution.kind === "notYet") return { outcome: resolution, buyer };
  // The blocking attempt may have been settled since.
  const blocking = await blockedBy(id, productId).catch(withoutStore);
  const now = { ...buyer, ...(blocking !== undefined && { blockedBy: blocking }) };
  if (resolution.kind === "none") return { outcome: null, buyer: now };
  const { receipt, orderNum, isOnlyOne } = resolution;
  // The receipt and My orders use this record, but can do without it if the store fails.
  if (isOnlyOne) await saveOwnOrder(ownerBy({ ...session, userId: id }), receipt, orderNum).catch(withoutStore);
  return { outcome: resolution, buyer: now };
}

/** @throws SessionExpired */
function withoutStore(error: unknown): undefined {
  if (error instanceof SessionExpired) throw error;
  log().error({ error: describeError(error) }, "could not read an account's purchases");
}

const LIKELY_ORDERS_MAX = 3;

/** An order without a time may be the newest. */
const placeOf = ({ orderTimeMs = Number.MAX_SAFE_INTEGER }: Order) => orderTimeMs;

/**
 * Returns the newest orders with the price per terabyte and currency of a quote, because orders name no product.
 * Undefined if unreadable, or if only an incomplete order could match.
 */
async function likelyOrders(upstreamContext: UpstreamContext, quote: Quote): Promise<Order[] | undefined> {
  const list = await optionalRead(orderList(upstreamContext));
  const costOf = ({ tokenAmount }: Order) =>
    tokenAmount === undefined ? undefined : payAmount(tokenAmount, quote.price);
  const likely = list?.orders
    .filter((order) => isSamePayment(order, { payAmount: costOf(order), paySymbol: quote.paySymbol }))
    .sort((one, other) => placeOf(other) - placeOf(one))
    .slice(0, LIKELY_ORDERS_MAX);
  return likely?.length === 0 && list?.omittedCount ? undefined : likely;
}
