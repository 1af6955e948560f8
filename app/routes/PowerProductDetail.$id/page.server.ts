import { formatAsOf } from "~/i18n/formats";
import { readBuyer, unreadBalance } from "./buyer.server";
import { closedFor, isOtherOffer, offerOf, productHead, quickLinks, shownProduct } from "./offer.server";
import { antiPhishingCodeFor } from "~server/account/anti-phishing-lines";
import { getText } from "~server/texts/text";
import { CODE_SHAPES } from "~server/forms/field-rules";
import { env } from "~server/env";
import { pageData, publicLoader } from "~server/loader/loader";
import { introductionOf } from "~server/markup/markup";
import type { Attempt } from "~server/purchase/attempts";
import { namesOf, type CoinNames } from "~server/catalogue/names";
import { findPower } from "~server/catalogue/listing";
import { payAmount } from "~server/purchase/amount";
import { checkQuantity, quantityRange, quickQuantities, readQuantity } from "~server/purchase/quantity";
import { depositPath, quantityPath, readStep, stepPath, enterStep, type Step } from "~server/purchase/steps";
import { readDraft, type FlowSession } from "~server/session/flow-session";
import { formToken, sharedFormToken } from "~server/session/csrf";
import { purchaseStop } from "~server/purchase/purchase-switch";
import { asQuoted } from "~server/purchase/terms";
import { seeOther } from "~server/session/redirects";
import { canStorePurchases } from "~server/store/health";
import { displayOf, market } from "~server/upstream/market";
import { attempt, EXTRA_WAIT_MS, optionalRead } from "~server/loader/reads";
import {
  askAgain,
  askForgotten,
  describeBlock,
  describeUnknownOutcome,
  explainRatio,
  reportDone,
} from "./messages.server";
import { earlierPurchases } from "~server/purchase/unknown-outcome";
import { SessionExpired } from "~server/upstream/client";
import { describeError, log } from "@storefront/observability/log";
import { upstreamContextOf } from "~server/session/upstream-context";
import { NOT_LOGGED_IN } from "~server/session/flash";
import type { Session } from "~server/session/session";
import type { RequestContext } from "~server/session/request-context";
import { readLikelyOrders, readOutcome } from "./outcome.server";
import { LINKING } from "./quote.server";
import { readDone, readQuoteStatus } from "./quote-status.server";

/**
 * The data of the product page and its sheets: the product for everybody; for a signed-in visitor the balance, and the
 * requested step of the purchase, if it is legal.
 */
export const readPage = publicLoader(async ({ requestContext, locale, params, query }) => {
  const productId = params.id ?? "";
  const path = stepPath(productId, "browse");
  const [session, flowSession, { value: found, failure }, coins, stop] = await Promise.all([
    requestContext.session(),
    requestContext.flowSession(),
    attempt(findPower(locale, productId)),
    optionalRead(market({ locale }, { waitMs: EXTRA_WAIT_MS })),
    purchaseStop(),
  ]);
  if (!found) {
    const title = getText(locale)("PowerProductDetail.unavailable");
    return pageData({ path, title, head: undefined, product: null, failure }, { complete: false });
  }
  const { product, asOf, listing } = found;
  const coinName = namesOf(coins);
  const words = { locale, coinName };
  const step = readStep(query.get("step"));
  const asked = readQuantity(query.get("buyAmount") ?? "");
  const quantity = asked.ok ? asked.quantity : undefined;
  const entered = await enter({ requestContext, session, flow: flowSession, productId, step, quantity, coinName });
  const { buyer, quoteStatus, outcome, done, orders, cookies } = entered;
  const quoted =
    quoteStatus?.state === "quoted" || quoteStatus?.state === "quoteFromOtherEpoch" ? quoteStatus.quote : null;
  if (step === "code" && quoted && isOtherOffer(query, quoted)) {
    // A buyer pays what was confirmed.
    const toast = { key: "errors.quoteExpired", kind: "alert", inSheet: true } as const;
    throw seeOther(stepPath(productId, "confirm", { buyAmount: quoted.quantity }), { toast });
  }
  const range = quantityRange(product);
  // A quote that may have been paid is not offered again.
  const chosen = quoteStatus?.state === "quoted" ? quoteStatus.quote : null;
  const wanted = checkQuantity(
    product,
    query.get("buyAmount") ?? readDraft(flowSession, "quantity", session)?.buyAmount ?? "",
  );
  const isPaying = step === "confirm" || step === "code";
  // Another tab may have requested another quote since the address was made.
  const paying = isPaying ? chosen?.quantity : undefined;
  const buyAmount = paying ?? (wanted.ok ? wanted.quantity : (chosen?.quantity ?? range?.lowest ?? ""));
  // The page beneath says why.
  if ((stop || listing !== "power") && isPaying) throw seeOther(quantityPath(productId, buyAmount));
  // The sheet and the page under it show the quoted terms.
  const shown = isPaying && quoted ? asQuoted(product, quoted) : product;
  const { precision } = displayOf(coins, shown.paySymbol);
  // The upstream sends the balance in the current coin.
  const balance = shown.paySymbol === product.paySymbol ? buyer?.balance : undefined;
  const [token, payToken, antiPhishingCode] = await Promise.all([
    sharedFormToken(requestContext, "quantity"),
    // Only the sheet that pays needs it.
    step === "code" ? formToken(requestContext, "purchase") : undefined,
    session && isPaying ? antiPhishingCodeFor(session, locale) : [],
  ]);
  // Then it is unknown whether the quote was paid: the page cannot claim that the balance has not been touched.
  const isLedgerUnavailable = quoteStatus?.state === "ledgerUnavailable";
  const cannotStore = buyer !== null && (buyer.storeFails === true || !canStorePurchases());
  const doubt = describeUnknownOutcome(quoteStatus, words);
  // Why nothing can be bought while the outcome of an earlier purchase is unknown.
  const blocked = buyer?.blockedBy ? describeBlock(buyer.blockedBy, entered.receipt, words) : undefined;
  return pageData(
    {
      path,
      code: CODE_SHAPES.authenticator,
      rounding: env().PAY_ROUNDING,
      title: product.title,
      head: step === "browse" ? productHead(locale, path, product) : undefined,
      product: shownProduct(shown, words),
      asOf: formatAsOf(asOf?.getTime(), locale),
      introduction: introductionOf(product.introduce, getText(locale)("Notice.cut")),
      token,
      payToken,
      quote: step === "code" ? entered.storedQuote : undefined,
      step,
      signedIn: session !== null,
      balance,
      balanceUnknown: session && balance === undefined ? unreadBalance(buyer?.balanceRefusal, locale) : undefined,
      /** Undefined where it is not known whether the authenticator is linked. */
      bound: buyer?.bound,
      depositPath: `${depositPath(shown.paySymbol)}?redirectTo=`,
      /** It was linked on the way to this purchase. */
      linked: readDraft(flowSession, LINKING, session)?.productId === productId,
      precision,
      closed: closedFor(
        product,
        {
          listing,
          store: isLedgerUnavailable ? "ledgerUnavailable" : cannotStore ? "noStore" : undefined,
          stop,
          doubt,
          blocked,
        },
        locale,
      ),
      // Beside a doubt, which has its own way to the orders, it is called another purchase.
      done:
        done && doubt ? { ...done, title: getText(locale)("Purchase.otherDone"), links: done.links.slice(1) } : done,
      /** The visitor's quote is older than the store's data, or the store does not respond. */
      doubt,
      doubtPath: blocked === undefined ? stepPath(productId, "quoteLost") : "/MyOrder",
      /** A question that comes before buying. */
      ask:
        entered.earlier.length > 0
          ? askAgain(entered.earlier, buyAmount, words)
          : step === "quoteLost" && quoted
            ? askForgotten(orders, quoted, doubt, words)
            : undefined,
      range,
      quick: quickLinks(quickQuantities(product, shown.price, balance), locale),
      buyAmount,
      payment: paymentOf(buyAmount, shown.price),
      offer: quoted ? offerOf(quoted, words, { balance, precision, antiPhishingCode }) : undefined,
      report: step === "done" && done ? reportDone(path, done, locale) : outcome,
      explanation: step === "estimate" ? explainRatio(product, buyAmount, locale) : undefined,
    },
    { cookies },
  );
});

/** The payment for a quantity; undefined if it rounds to 0, which cannot be paid. */
function paymentOf(buyAmount: string, price: string | undefined): string | undefined {
  const payment = buyAmount && price ? payAmount(buyAmount, price) : "0";
  return payment === "0" ? undefined : payment;
}

/** A visitor's request for a step of the purchase of one product. */
interface Arrival {
  requestContext: RequestContext;
  session: Session | null;
  flow: FlowSession;
  productId: string;
  step: Step | null;
  /** Terabytes, in the address. */
  quantity: string | undefined;
  coinName: CoinNames;
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
async function enter({ requestContext, session, flow: flowSession, productId, step, quantity, coinName }: Arrival) {
  const upstreamContext = upstreamContextOf(requestContext, session);
  const before = session ? await readBuyer(upstreamContext, productId) : null;
  const storedQuote = flowSession.purchase?.productId === productId ? flowSession.purchase.quote : null;
  const quoteStatus = session ? await readQuoteStatus(requestContext, session, productId, storedQuote) : null;
  const outcome =
    session && step === "outcomeUnknown"
      ? await readOutcome(upstreamContext, session, before, productId, coinName)
      : null;
  // The page under a sheet that shows an outcome has no older data than the sheet.
  const buyer = outcome ? outcome.buyer : before;
  const earlier =
    buyer?.id !== undefined && step === "buyAgain" ? await readEarlier(upstreamContext, buyer.id, productId) : [];
  const verdict = enterStep(productId, step, {
    signedIn: session !== null,
    quote: quoteStatus?.state ?? "unquoted",
    receipt: quoteStatus?.receipt != null,
    quantity: quoteStatus?.quote?.quantity ?? quantity,
    unknownOutcome: buyer?.blockedBy ? "blocking" : outcome?.shown ? "past" : "none",
    earlier: earlier.length > 0,
  });
  if (!verdict.legal) {
    const { messageKey } = verdict;
    const isSignedOut = messageKey === "errors.notLoggedIn";
    const toast = isSignedOut ? NOT_LOGGED_IN : messageKey && ({ key: messageKey, kind: "alert" } as const);
    throw seeOther(verdict.redirectTo, { toast, document: isSignedOut });
  }
  const done =
    session && quoteStatus
      ? await readDone(quoteStatus, flowSession, session, { locale: requestContext.locale, coinName })
      : null;
  const orders =
    step === "quoteLost" && quoteStatus?.quote
      ? await readLikelyOrders(upstreamContext, quoteStatus.quote, coinName)
      : undefined;
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
    earlier,
    cookies,
  };
}

/**
 * Reads the earlier purchases that the step `again` asks about; none where the store does not respond.
 *
 * @throws SessionExpired
 */
async function readEarlier(...about: Parameters<typeof earlierPurchases>): Promise<Attempt[]> {
  try {
    return await earlierPurchases(...about);
  } catch (error) {
    if (error instanceof SessionExpired) throw error;
    log().error({ error: describeError(error) }, "the purchases of an account cannot be read");
    return [];
  }
}
