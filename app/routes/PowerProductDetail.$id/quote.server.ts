import { z } from "zod";
import { env } from "~server/env";
import { beginBinding, bindingPath } from "~server/account/binding";
import { noteProtection } from "~server/account/protection";
import { formAction, formError } from "~server/forms/form";
import { describeError, log } from "@storefront/observability/log";
import { message } from "~server/i18n/message";
import { listingOf, listingRule, minerPath } from "~server/catalogue/listing";
import { LIMITS } from "~server/limits";
import type { PurchaseMessage } from "~server/purchase/outcome";
import { blockedBy } from "~server/purchase/attempts";
import { earlierKey, earlierPurchases, type Seen } from "~server/purchase/unknown-outcome";
import { checkQuantity, limitAt, readQuantity, stepQuantity } from "~server/purchase/quantity";
import { signQuote } from "~server/purchase/quote";
import { readQuoteStatus } from "~server/purchase/quote-status";
import { readReceipt, shownOf } from "~server/purchase/receipt";
import { payerOf } from "~server/purchase/signature";
import { quantityRule, refusalBeforePayment, saleRule } from "~server/purchase/rules";
import { readPurchaseStop, stopMessage } from "~server/purchase/purchase-switch";
import { depositPath, quantityPath, stepPath } from "~server/purchase/steps";
import { quotedTerms } from "~server/purchase/terms";
import { upstreamContextOf } from "~server/session/upstream-context";
import { forPayment, SessionExpired, type UpstreamContext } from "~server/upstream/client";
import { flowCookie } from "~server/session/flow-session";
import type { Flash } from "~server/session/flash";
import { demandSession } from "~server/session/guard";
import { signInLink, withReturnTo, seeOther } from "~server/session/redirects";
import { quotesRejected } from "~server/purchase/outcome";
import { userInfo } from "~server/upstream/user";
import { productDetail } from "~server/upstream/catalogue";
import { productAccount } from "~server/upstream/orders";
import { optionalRead } from "~server/loader/reads";

const schema = z.object({
  /** There is no maximum length, because the error for too many digits should be about the number. */
  buyAmount: z.string().default(""),
  /** Identifies what the step `again` showed about earlier purchases (`earlierKey`), or the lost quote. */
  again: z.string().optional(),
});

const COMES_BACK: ReadonlySet<string> = new Set(["increase", "decrease", "recalculate"]);

/**
 * The quantity form. `buy` leads to the confirmation, or to the next step (sign-in, linking, deposit) with the reason;
 * `link`, `deposit` and `register` lead there without one; `increase`, `decrease` and `recalculate` return to the page.
 */
export const quoteQuantity = formAction({
  purpose: "quantity",
  // Without a session its page is the same for everybody, and the form buys nothing.
  open: "with proof",
  // Without scripts, every tap of the stepper is a post.
  draftFields: { buyAmount: 64 },
  limit: LIMITS["form:pressed"],
  schema: () => schema,
  handle: async ({ value, intent, params, session, flow: flowSession, requestContext }) => {
    const productId = params.id ?? "";
    const upstreamContext = forPayment(upstreamContextOf(requestContext, session));
    const { locale } = upstreamContext;
    // Any other intent may end in a quote.
    const isBuying = !COMES_BACK.has(intent) && (session !== null || intent !== "register");
    // A quote never depends on cached data, whose price may be old.
    const [listing, detail] = await Promise.allSettled([
      isBuying ? listingOf(locale, productId, { maxAge: "fresh" }) : ("power" as const),
      // A stranger reads the page's data: made-up ids without a response must not use up buyers' connections.
      session && isBuying
        ? productDetail(upstreamContext, productId, { fresh: true })
        : productDetail({ locale }, productId),
    ]);
    if (listing.status === "rejected") throw listing.reason;
    if (listing.value === "miner") return seeOther(minerPath(productId), { document: true });
    if (detail.status === "rejected") throw detail.reason;
    const { product } = detail.value;
    const page = (quantity: string) => quantityPath(productId, quantity);
    if (intent === "increase" || intent === "decrease") {
      const direction = intent === "increase" ? "up" : "down";
      const limit = limitAt(product, value.buyAmount, direction);
      const key = intent === "increase" ? "errors.quantityMax" : "errors.quantityMin";
      const toast = limit ? ({ key, values: { max: limit, min: limit }, kind: "alert" } as const) : undefined;
      return seeOther(page(stepQuantity(product, value.buyAmount, direction)), { toast });
    }
    const stop = isBuying ? await readPurchaseStop() : null;
    if (stop) return formError(asMessage(stopMessage(stop, locale)), { status: 503 });
    const closed = saleRule(product) ?? listingRule(listing.value);
    if (closed) return formError(asMessage(closed.message));
    const read = intent === "recalculate" ? checkQuantity(product, value.buyAmount) : readQuantity(value.buyAmount);
    if (!read.ok) return formError({ buyAmount: asMessage(read.error) });
    const { quantity } = read;
    if (intent === "recalculate") return seeOther(page(quantity));
    if (!session) {
      const early = quantityRule(product, quantity);
      if (early) return formError({ buyAmount: asMessage(early.message) });
      if (intent === "register") return seeOther(withReturnTo("/Register", page(quantity)), { document: true });
      if (env().WEB_LOGIN === "app-only") return seeOther(signInLink(undefined), { document: true });
      return demandSession(requestContext, { page: page(quantity) });
    }
    const [user, account] = await Promise.all([
      userInfo(upstreamContext),
      optionalRead(productAccount(upstreamContext, product.losslessId)),
    ]);
    noteProtection(session, user);
    const sale = { product, googleBound: user.googleBound, quantity, balance: account?.balance };
    const refusal = refusalBeforePayment(sale);
    // A press on "Link authenticator" or "Deposit" needs no reason.
    const reason = refusal && intent === "buy" ? informationAbout(refusal.message.key) : undefined;
    if (refusal?.rule === "bound") {
      const bind = await beginBinding(upstreamContextOf(requestContext, session), session, flowSession);
      return seeOther(withReturnTo(bindingPath(bind ? "key" : "app"), page(quantity)), {
        document: true,
        toast: reason,
        cookies: [await flowCookie({ ...flowSession, bind })],
      });
    }
    if (refusal?.message.key === "errors.insufficientBalance") {
      return seeOther(withReturnTo(depositPath(product.paySymbol), page(quantity)), { document: true, toast: reason });
    }
    if (refusal?.rule === "stock" || refusal?.rule === "quantity")
      return formError({ buyAmount: asMessage(refusal.message) });
    if (refusal || !product.price) return formError(asMessage(refusal?.message ?? { key: "errors.notForSale" }));
    const seen = shownOf(await readReceipt(requestContext.request, payerOf(session)));
    const known = user.id === undefined ? undefined : await readEarlier(upstreamContext, user.id, productId, seen);
    if (known === "failed") return formError("errors.buyingUnavailable", { status: 503 });
    if (known === "blocked") return seeOther(stepPath(productId, "outcomeUnknown"));
    const query = { buyAmount: quantity };
    const { state, quote: latest, receipt } = await readQuoteStatus(requestContext, session, productId);
    // An earlier press may have paid the quote.
    const lost = state === "quoteFromOtherEpoch" ? latest?.id : undefined;
    if (lost !== undefined && lost !== value.again) return seeOther(stepPath(productId, "quoteLost", query));
    if (known !== undefined && known !== value.again) {
      // This press acknowledged the lost quote.
      const cookies = lost === undefined ? [] : [await flowCookie({ ...flowSession, purchase: undefined })];
      return seeOther(stepPath(productId, "buyAgain", query), { cookies });
    }
    // The browser has proof of a payment that no page has reported yet.
    if (known === undefined && lost === undefined && receipt && !receipt.isShown)
      return seeOther(stepPath(productId, "done"));
    const terms = quotedTerms({ ...product, price: product.price });
    const quote = await newQuote({ productId, quantity, ...terms, acknowledged: known }, payerOf(session));
    if (quote === null) return formError("errors.buyingUnavailable", { status: 503 });
    return seeOther(stepPath(productId, "confirm", query), {
      cookies: [await flowCookie({ ...flowSession, purchase: { productId, quote } })],
    });
  },
});

/**
 * Reads earlier purchases that the buyer must acknowledge; "failed" if the store does not respond.
 *
 * @throws SessionExpired
 */
async function readEarlier(
  upstreamContext: UpstreamContext,
  accountId: string,
  productId: string,
  seen: Seen,
): Promise<string | undefined> {
  try {
    if (await blockedBy(accountId, productId)) return "blocked";
    return earlierKey(await earlierPurchases(upstreamContext, accountId, productId, seen));
  } catch (error) {
    if (error instanceof SessionExpired) throw error;
    reportNoQuote(error);
    return "failed";
  }
}

/** Tells a buyer who pressed Buy what is still missing. The buyer can fix this, so it is information, not an alert. */
export const informationAbout = (key: Flash["key"]): Flash => ({ key, kind: "status", stays: true });

/** Signs a new quote; null if the store does not respond, because nothing can be bought without it. */
export async function newQuote(...signing: Parameters<typeof signQuote>): Promise<string | null> {
  try {
    return await signQuote(...signing);
  } catch (error) {
    reportNoQuote(error);
    return null;
  }
}

function reportNoQuote(error: unknown): void {
  quotesRejected.counts.store += 1;
  log().error({ error: describeError(error) }, "no quote: the store does not answer");
}

const asMessage = ({ key, values }: PurchaseMessage) => message(key, values);
