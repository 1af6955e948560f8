import { z } from "zod";
import { errorMessage, formAction, refuse, type FormRefusal } from "~server/action";
import { CODE_LENGTH } from "~server/constants";
import type { Outcome } from "~server/purchase/outcome";
import { pay } from "~server/purchase/pay";
import { openQuote, signQuote } from "~server/purchase/quote";
import { receiptCookie, successPath } from "~server/purchase/receipt";
import { stepPath } from "~server/purchase/steps";
import { flashCookie } from "~server/session/flash";
import { flowCookie, type Flow } from "~server/session/flow";
import { seeOther } from "~server/session/redirects";
import { expireSession, type Session } from "~server/session/session";

/**
 * Pays a quote with an authenticator code (spec sections 4 to 8; rulings, the table of failures). However it ends, the quote is
 * used up: a page that invites another try carries a new one.
 */
export const payQuote = formAction({
  purpose: "purchase",
  session: "required",
  // What protects a payment is its quote; the limit only has to let every copy of one post through.
  limit: { points: 120, perMs: 60_000 },
  secrets: ["quote"],
  schema: () =>
    z.object({
      quote: z.string().max(2048, "errors.quoteExpired").default(""),
      googleCode: z
        .string({ required_error: "errors.codeRequired" })
        .trim()
        .min(1, "errors.codeRequired")
        .regex(new RegExp(`^\\d{${CODE_LENGTH}}$`), "errors.codeLength"),
    }),
  handle: async ({ value, params, session, flow, caller, request }) => {
    const productId = params.id ?? "";
    const outcome = await pay({ caller, session, productId, ...value });
    if (outcome.kind === "sessionExpired") return expireSession(request);
    return answer(outcome, { productId, quote: value.quote, session, flow });
  },
});

interface Paid {
  productId: string;
  /** The quote that was posted. */
  quote: string;
  session: Session;
  flow: Flow;
}

/** What the visitor sees of an outcome. */
async function answer(
  outcome: Exclude<Outcome, { kind: "sessionExpired" }>,
  paid: Paid,
): Promise<Response | FormRefusal> {
  const { productId, session, flow } = paid;
  const { purchase: _used, ...withoutQuote } = flow;
  switch (outcome.kind) {
    case "paid":
      return seeOther(successPath(outcome.receipt), {
        document: true,
        cookies: [await receiptCookie(outcome.receipt, session.id), await flowCookie(withoutQuote)],
      });
    case "unknown":
      return seeOther(stepPath(productId, "outcome"), { cookies: [await flowCookie(withoutQuote)] });
    case "refused":
      if (outcome.redirectTo) {
        return seeOther(outcome.redirectTo, {
          document: true,
          cookies: [flashCookie({ key: outcome.messageKey, kind: "alert" })],
        });
      }
      return againWithNewQuote(paid, refusedMessage(outcome), 422);
    case "notSent":
      return againWithNewQuote(paid, "errors.notCharged", 503);
    case "blocked":
      if (outcome.reason === "unknown") return seeOther(stepPath(productId, "outcome"));
      return againWithNewQuote(paid, "errors.purchaseBusy", 422);
    case "priceChanged": {
      const renewed = await renew(paid, { price: outcome.price, paySymbol: outcome.paySymbol });
      return seeOther(stepPath(productId, "confirm"), {
        cookies: [...renewed.cookies, flashCookie({ key: "errors.priceChanged", kind: "alert" })],
      });
    }
    case "quoteExpired":
      return seeOther(stepPath(productId, "product"), {
        cookies: [await flowCookie(withoutQuote), flashCookie({ key: "errors.quoteExpired", kind: "alert" })],
      });
    case "forged":
      return refuse("errors.forged", { status: 403 });
    case "unavailable":
      return refuse("errors.network", { status: 503 });
  }
}

/** The platform's word about the code belongs to its field; everything else to the form. */
function refusedMessage({ messageKey, values, upstreamMessage }: Extract<Outcome, { kind: "refused" }>) {
  if (messageKey === "errors.code") return { googleCode: messageKey };
  return errorMessage(messageKey, upstreamMessage === undefined ? values : { ...values, message: upstreamMessage });
}

/** The sheet again, with the reason and with a quote that has not been used. */
async function againWithNewQuote(
  paid: Paid,
  errors: Parameters<typeof refuse>[0],
  status: number,
): Promise<FormRefusal> {
  const { quote, cookies } = await renew(paid);
  return refuse(errors, { status, cookies, extra: { quote } });
}

/** A new quote for the same quantity, at the price that was confirmed or at a new one. */
async function renew(
  { productId, quote, session, flow }: Paid,
  offer?: { price: string; paySymbol?: string },
): Promise<{ quote: string; cookies: string[] }> {
  const used = await openQuote(quote, session.id);
  // An outcome that asks for a new quote comes only from a quote that could be read.
  if (!used) throw new Error("A quote was answered that is none.");
  const { quantity, price, paySymbol } = { ...used, ...offer };
  const renewed = await signQuote({ productId, quantity, price, paySymbol }, session.id);
  return { quote: renewed, cookies: [await flowCookie({ ...flow, purchase: { productId, quote: renewed } })] };
}
