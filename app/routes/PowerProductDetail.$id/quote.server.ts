import { z } from "zod";
import { formAction, formError } from "~server/forms/form";
import { describeError, log } from "@storefront/observability/log";
import { message } from "~server/i18n/message";
import { isMiner, minerPath } from "~server/catalogue/products";
import type { PurchaseMessage } from "~server/purchase/outcome";
import { checkQuantity, readQuantity, stepQuantity } from "~server/purchase/quantity";
import { signQuote } from "~server/purchase/quote";
import { quantityRule, refusalBeforePayment, saleRule } from "~server/purchase/rules";
import { readPurchaseStop, stopMessage } from "~server/purchase/stop";
import { quantityPath, stepPath } from "~server/purchase/steps";
import { quotedTerms } from "~server/purchase/terms";
import { upstreamContextOf } from "~server/session/upstream-context";
import { forPayment } from "~server/upstream/client";
import { flowCookie } from "~server/session/flow-session";
import { demandSession } from "~server/session/guard";
import { withReturnTo, seeOther } from "~server/session/redirects";
import { quotesRefused } from "~server/purchase/counters";
import { userInfo } from "~server/upstream/user";
import { productDetail } from "~server/upstream/catalogue";
import { productAccount } from "~server/upstream/orders";
import { optionalRead } from "~server/loader/reads";

/** No maximum length: the error of a number with many digits is the number itself. */
const schema = z.object({ buyAmount: z.string().default("") });

/**
 * The quantity form (behaviour 5.9, 10.14). `intent`: `buy` requests a quote and leads to the confirmation, `increase`,
 * `decrease` and `recalculate` come back to the page with another quantity.
 */
export const quoteQuantity = formAction({
  purpose: "quantity",
  // Signed out, its page is the same for everybody. It buys nothing.
  open: "with proof",
  // Without scripts every tap of the stepper is a post.
  limit: { points: 120, perMs: 60_000 },
  schema: () => schema,
  handle: async ({ value, intent, params, session, flow: flowSession, visitor }) => {
    const productId = params.id ?? "";
    const upstreamContext = forPayment(upstreamContextOf(visitor, session));
    const { locale } = upstreamContext;
    // A quote never depends on cached data (behaviour 13.16).
    const [hosted, detail] = await Promise.allSettled([
      intent === "buy" && isMiner(locale, productId, { maxAge: "fresh" }),
      productDetail({ locale }, productId, { fresh: intent === "buy" }),
    ]);
    if (hosted.status === "rejected") throw hosted.reason;
    if (hosted.value) return seeOther(minerPath(productId), { document: true });
    if (detail.status === "rejected") throw detail.reason;
    const { product } = detail.value;
    const page = (quantity: string) => quantityPath(productId, quantity);
    if (intent === "increase" || intent === "decrease") {
      return seeOther(page(stepQuantity(product, value.buyAmount, intent === "increase" ? "up" : "down")));
    }
    const stop = await readPurchaseStop();
    if (stop && intent === "buy") return formError(asMessage(stopMessage(stop, locale)), { status: 503 });
    const closed = saleRule(product);
    if (closed) return formError(asMessage(closed.message));
    const read = intent === "recalculate" ? checkQuantity(product, value.buyAmount) : readQuantity(value.buyAmount);
    if (!read.ok) return formError({ buyAmount: asMessage(read.error) });
    const { quantity } = read;
    if (intent === "recalculate") return seeOther(page(quantity));
    if (!session) {
      const early = quantityRule(product, quantity);
      if (early) return formError({ buyAmount: asMessage(early.message) });
      return demandSession(visitor, { page: page(quantity) });
    }
    const [user, account] = await Promise.all([
      userInfo(upstreamContext),
      optionalRead(productAccount(upstreamContext, product.sentId)),
    ]);
    const sale = { product, googleBound: user.googleBound, quantity, balance: account?.balance };
    const refusal = refusalBeforePayment(sale);
    if (refusal?.redirectTo) {
      const toast = { key: refusal.message.key, kind: "alert" } as const;
      return seeOther(withReturnTo(refusal.redirectTo, page(quantity)), { document: true, toast });
    }
    if (refusal?.rule === "stock" || refusal?.rule === "quantity")
      return formError({ buyAmount: asMessage(refusal.message) });
    if (refusal || !product.price) return formError(asMessage(refusal?.message ?? { key: "errors.notForSale" }));
    const terms = quotedTerms({ ...product, price: product.price });
    const quote = await newQuote({ productId, quantity, ...terms }, session.id);
    if (quote === null) return formError("errors.buyingUnavailable", { status: 503 });
    return seeOther(stepPath(productId, "confirm"), {
      cookies: [await flowCookie({ ...flowSession, purchase: { productId, quote } })],
    });
  },
});

/**
 * Signs a new quote.
 *
 * @returns null where the store does not respond: without it nothing can be bought
 */
export async function newQuote(...signing: Parameters<typeof signQuote>): Promise<string | null> {
  try {
    return await signQuote(...signing);
  } catch (error) {
    quotesRefused.counts.store += 1;
    log().error({ error: describeError(error) }, "no quote, since the store does not answer");
    return null;
  }
}

const asMessage = ({ key, values }: PurchaseMessage) => message(key, values);
