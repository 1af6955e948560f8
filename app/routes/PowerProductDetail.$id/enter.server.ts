import { enterStep, type Step } from "~server/purchase/steps";
import { upstreamContextOf } from "~server/session/upstream-context";
import { NOT_LOGGED_IN } from "~server/session/flash";
import type { Flow } from "~server/session/flow";
import { seeOther } from "~server/session/redirects";
import type { Session } from "~server/session/session";
import type { RequestContext } from "~server/session/visitor";
import { readBuyer } from "./buyer.server";
import { readLikelyOrders } from "./likely-orders.server";
import { readOutcome } from "./outcome.server";
import { readDone, readQuoteStatus } from "./quote-status.server";

/** A visitor's request for a step of the purchase of one product. */
interface Arrival {
  visitor: RequestContext;
  session: Session | null;
  flow: Flow;
  productId: string;
  step: Step | null;
}

/**
 * Reads what decides which step of a purchase is legal, redirects from an illegal one (house 7), and reads the data of
 * this step alone.
 *
 * @returns the buyer, or nothing for a signed-out visitor; the signed quote of the flow, proven or not; and the
 *   Set-Cookie values of the page
 * @throws Response 303 to the legal step
 * @throws SessionExpired
 */
export async function enter({ visitor, session, flow, productId, step }: Arrival) {
  const upstreamContext = upstreamContextOf(visitor, session);
  const before = session ? await readBuyer(upstreamContext, productId) : null;
  const storedQuote = flow.purchase?.productId === productId ? flow.purchase.quote : null;
  const quoteStatus = session ? await readQuoteStatus(visitor, session, productId, storedQuote) : null;
  const outcome = session && step === "outcome" ? await readOutcome(upstreamContext, session, before, productId) : null;
  // The page under a sheet that shows an outcome has no older data than the sheet.
  const buyer = outcome ? outcome.buyer : before;
  const verdict = enterStep(productId, step, {
    signedIn: session !== null,
    quote: quoteStatus?.state ?? "none",
    receipt: quoteStatus?.receipt != null,
    quantity: quoteStatus?.quote?.quantity,
    unsettled: buyer?.blockedBy ? "blocking" : outcome?.shown ? "past" : "none",
  });
  if (!verdict.legal) {
    const { messageKey } = verdict;
    const isSignedOut = messageKey === "errors.notLoggedIn";
    const toast = isSignedOut ? NOT_LOGGED_IN : messageKey && ({ key: messageKey, kind: "alert" } as const);
    throw seeOther(verdict.redirectTo, { toast, document: isSignedOut });
  }
  const done = session && quoteStatus ? await readDone(quoteStatus, flow, session, visitor.locale) : null;
  const orders =
    step === "forgotten" && quoteStatus?.quote ? await readLikelyOrders(upstreamContext, quoteStatus.quote) : undefined;
  const cookies = [...(outcome?.cookies ?? []), ...(done?.cookies ?? [])];
  const receipt = outcome?.receipt ?? quoteStatus?.receipt;
  return {
    buyer,
    quoteStatus,
    receipt,
    storedQuote,
    outcome: outcome?.shown ?? null,
    done: done?.shown,
    orders,
    cookies,
  };
}
