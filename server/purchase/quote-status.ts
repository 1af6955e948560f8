import { flowCookie, type FlowSession } from "~server/session/flow-session";
import type { RequestContext } from "~server/session/request-context";
import type { Session } from "~server/session/session";
import { ledger } from "./ledger";
import { isExpired, openQuote, type Quote } from "./quote";
import { readReceipt, shownCookies, type Receipt } from "./receipt";
import { payerOf } from "./signature";
import type { QuoteState } from "./steps";

export interface QuoteStatus {
  state: QuoteState;
  quote: Quote | null;
  /** The receipt is proven by the ledger, or by its cookie. */
  receipt: Receipt | null;
}

/** Reads the quote's state from the ledger, because its payment's response may have been lost. Does not wait. */
export async function readQuoteStatus(
  requestContext: RequestContext,
  session: Session,
  productId: string,
): Promise<QuoteStatus> {
  const { purchase } = await requestContext.flowSession();
  const [quote, latest] = await Promise.all([
    purchase?.productId === productId ? openQuote(purchase.quote, payerOf(session)) : null,
    readReceipt(requestContext.request, payerOf(session)),
  ]);
  const receipt = latest?.productId === productId ? latest : null;
  if (!quote) return { state: "unquoted", quote, receipt };
  const outcome = await ledger.firstOutcome(quote, { wait: false });
  if (outcome?.kind === "paid") return { state: "done", quote, receipt: outcome.receipt };
  // The receipt of this quote proves the payment even if the ledger has lost the record or does not respond.
  if (receipt?.id === quote.id) return { state: "done", quote, receipt };
  if (outcome?.kind === "unknown") return { state: "unquoted", quote: null, receipt };
  if (outcome?.kind === "quoteFromOtherEpoch") return { state: "quoteFromOtherEpoch", quote, receipt };
  if (outcome?.kind === "unavailable") return { state: "ledgerUnavailable", quote, receipt };
  // A used quote cannot be paid again: each further post gets its first outcome.
  return { state: outcome || isExpired(quote) ? "quoteExpired" : "quoted", quote, receipt };
}

/** Returns the cookies of a page that reports the purchase. They keep its receipt, and drop its quote from the flow. */
export async function cookiesOf({ state, receipt }: QuoteStatus, flow: FlowSession, session: Session) {
  const { purchase: _paid, ...withoutQuote } = flow;
  const dropped = state === "done" ? [await flowCookie(withoutQuote)] : [];
  return [...(await shownCookies(receipt, payerOf(session))), ...dropped];
}
