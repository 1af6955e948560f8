import type { Wording } from "~server/catalogue/names";
import { ledger } from "~server/purchase/ledger";
import { otherAmount, ownOrderNum } from "~server/purchase/own-orders";
import { isOutdated, openQuote, type Quote } from "~server/purchase/quote";
import { readReceipt, receiptCookie, successPath, type Receipt } from "~server/purchase/receipt";
import type { QuoteState } from "~server/purchase/steps";
import { flowCookie, type FlowSession } from "~server/session/flow-session";
import type { Session } from "~server/session/session";
import type { RequestContext } from "~server/session/request-context";
import { getText } from "~server/texts/text";
import { describeDone, wayToOrder, type Done } from "./messages.server";

/** The state of a visitor's quote for one product, and of the purchase just made of it. */
export interface QuoteStatus {
  state: QuoteState;
  quote: Quote | null;
  /** Proven by the ledger, or by the receipt cookie. */
  receipt: Receipt | null;
}

/**
 * Asks the ledger for the state of a quote, without waiting for a payment in progress: a visitor whose connection broke
 * during a payment returns with a quote that has been paid.
 *
 * @param stored the visitor's signed quote for this product, if any
 */
export async function readQuoteStatus(
  { request }: RequestContext,
  session: Session,
  productId: string,
  stored: string | null,
): Promise<QuoteStatus> {
  const [quote, latest] = await Promise.all([
    stored ? openQuote(stored, session.id) : null,
    readReceipt(request, session.id),
  ]);
  const receipt = latest?.productId === productId ? latest : null;
  if (!quote) return { state: "unquoted", quote: null, receipt };
  const outcome = await ledger.firstOutcome(quote, { wait: false });
  if (outcome?.kind === "paid") return { state: "done", quote, receipt: outcome.receipt };
  // If the ledger has lost the record, or does not respond, the receipt of this very quote still proves the payment.
  if (receipt?.id === quote.id) return { state: "done", quote, receipt };
  // The attempt says it all, as long as the store has it.
  if (outcome?.kind === "unknown") return { state: "unquoted", quote: null, receipt };
  if (outcome?.kind === "quoteFromOtherEpoch") return { state: "quoteFromOtherEpoch", quote, receipt };
  if (outcome?.kind === "unavailable") return { state: "ledgerUnavailable", quote, receipt };
  return { state: isOutdated(quote) ? "quoteExpired" : "quoted", quote, receipt };
}

/** The displayed part of a receipt, and the cookies that prove it and drop the paid quote. */
export async function readDone(
  { state, receipt }: QuoteStatus,
  flowSession: FlowSession,
  session: Session,
  words: Wording,
): Promise<{ shown: Done; cookies: string[] } | null> {
  if (!receipt) return null;
  const { purchase: _paid, ...withoutQuote } = flowSession;
  const { locale } = words;
  const t = getText(locale);
  return {
    shown: {
      title: t("Purchase.doneTitle"),
      message: describeDone(receipt, await otherAmount(receipt.id), words),
      links: [
        wayToOrder(await ownOrderNum(session, receipt.id), locale),
        { href: successPath(receipt), label: t("Purchase.toReceipt") },
      ],
    },
    cookies: state === "done" ? [await receiptCookie(receipt, session.id), await flowCookie(withoutQuote)] : [],
  };
}
