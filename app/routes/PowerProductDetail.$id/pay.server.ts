import { z } from "zod";
import { pauseValues } from "~server/forms/pauses";
import { authenticatorCode } from "~server/forms/field-rules";
import { formAction, formError, type FormError } from "~server/forms/form";
import { message } from "~server/i18n/message";
import { LIMITS } from "~server/limits";
import type { Outcome } from "~server/purchase/outcome";
import { pay } from "~server/purchase/pay";
import { openQuote, type Quote } from "~server/purchase/quote";
import { readReceipt, receiptCookie, shownOf, successPath } from "~server/purchase/receipt";
import { payerOf } from "~server/purchase/signature";
import { quantityPath, stepPath } from "~server/purchase/steps";
import type { QuotedTerms } from "~server/purchase/terms";
import type { Flash } from "~server/session/flash";
import { flowCookie, type FlowSession } from "~server/session/flow-session";
import type { Locale } from "~server/i18n/locale";
import { withReturnTo, seeOther } from "~server/session/redirects";
import { expireSession, pagePath } from "~server/session/guard";
import type { Session } from "~server/session/session";
import { isUsedCode } from "~server/store/attempt-limit";
import { informationAbout, newQuote } from "./quote.server";

/** Pays a quote with an authenticator code (behaviour 4.16, 13.11); every payment uses its quote up. */
export const payQuote = formAction({
  purpose: "purchase",
  session: "required",
  // A buyer who has signed in again since learns from the page if the quote was paid.
  ofOtherSession: ({ request }) => seeOther(pagePath(request), { document: true }),
  // The ledger makes this idempotent: a repeated post gets its quote's first outcome, whatever its code.
  isIdempotent: true,
  // The quote protects a payment. This limit is high, so that every copy of one post gets its response.
  limit: LIMITS["form:pressed"],
  secrets: ["quote"],
  schema: () =>
    z.object({
      quote: z.string().default(""),
      googleCode: z.string().default(""),
    }),
  handle: async ({
    value: { quote: signed, googleCode: typed },
    params,
    session,
    flow: flowSession,
    upstreamContext,
    requestContext,
  }) => {
    const quote = await openQuote(signed, payerOf(session));
    if (!quote || quote.productId !== params.id) return formError("errors.forged", { status: 403 });
    const paid: Paid = { quote, session, flow: flowSession, locale: requestContext.locale };
    // The receipt proves the payment even if the store has lost it.
    const receipt = await readReceipt(requestContext.request, payerOf(session));
    if (receipt?.id === quote.id) return respond({ kind: "paid", receipt }, paid);
    const code = authenticatorCode.safeParse(typed);
    if (!code.success) return again(paid, { googleCode: typed.trim() ? "errors.codeLength" : "errors.codeRequired" });
    const account = session.account ?? session.id;
    const outcome = await pay({ upstreamContext, quote, googleCode: code.data, account, seen: shownOf(receipt) });
    if (outcome.kind === "sessionExpired") {
      const draft = { purpose: "quantity", values: { buyAmount: quote.quantity }, account: session.account };
      return expireSession(requestContext, {
        note: "errors.nothingCharged",
        draft,
        page: stepPath(quote.productId, "browse"),
      });
    }
    const isWrongCode = outcome.kind === "refused" && outcome.messageKey === "errors.code";
    if (isWrongCode && (await isUsedCode(account, code.data))) {
      return againWithNewQuote(paid, { googleCode: "errors.codeUsed" }, { note: "errors.nothingCharged" });
    }
    return respond(outcome, paid);
  },
});

interface Paid {
  quote: Quote;
  session: Session;
  flow: FlowSession;
  locale: Locale;
}

async function respond(
  outcome: Exclude<Outcome, { kind: "sessionExpired" }>,
  paid: Paid,
): Promise<Response | FormError> {
  const { quote, session, flow: flowSession } = paid;
  const { productId } = quote;
  const { purchase: _used, ...withoutQuote } = flowSession;
  switch (outcome.kind) {
    case "paid":
      return seeOther(successPath(outcome.receipt), {
        document: true,
        cookies: [await receiptCookie(outcome.receipt, payerOf(session)), await flowCookie(withoutQuote)],
      });
    case "unknown":
      // The quote stays in the flow, so that the page knows of the purchase even if the store loses the outcome.
      return seeOther(stepPath(productId, "outcomeUnknown"), {
        cookies: [await quoteCookie(flowSession, productId, quote.signed)],
      });
    case "refused":
      if (outcome.redirectTo) {
        const back = quantityPath(productId, quote.quantity);
        const toast = informationAbout(outcome.messageKey);
        return seeOther(withReturnTo(outcome.redirectTo, back), { document: true, toast });
      }
      if (outcome.closed) {
        const reason = { key: outcome.messageKey, values: refusedValues(outcome) };
        return toProduct(paid, { ...reason, note: "errors.nothingCharged" });
      }
      // The upstream's message about the code is shown at its field, all others at the form.
      return outcome.messageKey === "errors.code"
        ? againWithNewQuote(paid, { googleCode: "errors.codeNotCharged" })
        : againWithNewQuote(paid, refusedMessage(outcome), { note: "errors.nothingCharged" });
    case "notSent":
      return againWithNewQuote(paid, "errors.notCharged", { status: 503 });
    case "blocked":
      if (outcome.reason === "unknown") return seeOther(stepPath(productId, "outcomeUnknown"));
      return againWithNewQuote(paid, "errors.purchaseBusy");
    case "earlier":
      return seeOther(stepPath(productId, "buyAgain", { buyAmount: quote.quantity }), {
        cookies: [await flowCookie(withoutQuote)],
      });
    case "termsChanged": {
      const renewed = await renew(paid, outcome.now);
      if (renewed === null) return withoutNewQuote(paid);
      // The confirmation shows the changes each time it is opened.
      return seeOther(stepPath(productId, "confirm", { buyAmount: quote.quantity }), {
        cookies: [await quoteCookie(flowSession, productId, renewed)],
      });
    }
    case "quoteExpired":
      return toProduct(paid, { key: "errors.quoteExpired" });
    case "paused":
      return againWithNewQuote(paid, message("errors.codesPaused", pauseValues(outcome.untilMs)), {
        status: 429,
        note: "errors.nothingCharged",
      });
    case "quoteFromOtherEpoch":
      return seeOther(stepPath(productId, "quoteLost"), {
        cookies: [await quoteCookie(flowSession, productId, quote.signed)],
      });
    case "unavailable":
      return again(paid, "errors.ledgerUnavailable", { status: 503 });
  }
}

type Refusal = Extract<Outcome, { kind: "refused" }>;

const refusedValues = ({ values, upstreamMessage }: Refusal) =>
  upstreamMessage === undefined ? values : { message: upstreamMessage };

const refusedMessage = (refusal: Refusal) => message(refusal.messageKey, refusedValues(refusal));

type ErrorArguments = Parameters<typeof formError>;

/** Shows the sheet again, with the reason and an unused quote. */
async function againWithNewQuote(
  paid: Paid,
  errors: ErrorArguments[0],
  options?: ErrorArguments[1],
): Promise<Response | FormError> {
  const renewed = await renew(paid);
  return renewed === null ? withoutNewQuote(paid) : again(paid, errors, options, renewed);
}

async function toProduct(
  { quote, flow: { purchase: _used, ...flowSession } }: Paid,
  reason: Pick<Flash, "key" | "values" | "note">,
): Promise<Response> {
  return seeOther(quantityPath(quote.productId, quote.quantity), {
    cookies: [await flowCookie(flowSession)],
    toast: { ...reason, kind: "alert" },
  });
}

const withoutNewQuote = (paid: Paid) => toProduct(paid, { key: "errors.nothingCharged" });

async function again(
  { quote, flow: flowSession }: Paid,
  errors: ErrorArguments[0],
  options?: ErrorArguments[1],
  signed = quote.signed,
): Promise<FormError> {
  // The quote identifies the new sheet before its data is loaded again, so that input typed meanwhile is preserved.
  const extra = { quote: signed };
  return formError(errors, { ...options, extra, cookies: [await quoteCookie(flowSession, quote.productId, signed)] });
}

/**
 * Makes a new quote for the same quantity; null if the store does not respond.
 *
 * @param now the terms, if they have changed since and must be confirmed again
 */
async function renew({ quote, session }: Paid, now?: QuotedTerms): Promise<string | null> {
  const { productId, quantity, price, paySymbol, terms, acknowledged } = quote;
  const confirmed = { price, paySymbol, terms };
  const offer = now ? { ...now, replaces: confirmed } : confirmed;
  return newQuote({ productId, quantity, acknowledged, ...offer }, payerOf(session));
}

function quoteCookie(flowSession: FlowSession, productId: string, signed: string): Promise<string> {
  return flowCookie({ ...flowSession, purchase: { productId, quote: signed } });
}
