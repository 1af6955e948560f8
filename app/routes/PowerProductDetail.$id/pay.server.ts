import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { pauseValues } from "~/i18n/limits.server";
import { errorMessage, formAction, refuse, type FormRefusal } from "~server/action";
import { CODE_LENGTH } from "~server/constants";
import type { Outcome } from "~server/purchase/outcome";
import { pay } from "~server/purchase/pay";
import { openQuote, signQuote } from "~server/purchase/quote";
import { receiptCookie, successPath } from "~server/purchase/receipt";
import { stepPath } from "~server/purchase/steps";
import { flashCookie } from "~server/session/flash";
import { flowCookie, type Flow } from "~server/session/flow";
import type { Locale } from "~server/session/locale";
import { seeOther } from "~server/session/redirects";
import { expireSession, type Session } from "~server/session/session";

/** Six digits and nothing else. */
const CODE = new RegExp(`^\\d{${CODE_LENGTH}}$`);

const payForm = formAction({
  purpose: "purchase",
  session: "required",
  // Of the ledger: a post gets its quote's first outcome, whatever code comes with it.
  answersRepeats: true,
  // What protects a payment is its quote; the limit only has to let every copy of one post through.
  limit: { points: 120, perMs: 60_000 },
  secrets: ["quote"],
  schema: () =>
    z.object({
      quote: z.string().default(""),
      googleCode: z.string().trim().default(""),
    }),
  handle: async ({ value, params, session, flow, caller, request }) => {
    const productId = params.id ?? "";
    const paid: Paid = { productId, quote: value.quote, session, flow, locale: caller.locale };
    const quote = await openQuote(value.quote, session.id);
    if (quote?.productId !== productId) return refuse("errors.forged", { status: 403 });
    if (!CODE.test(value.googleCode)) {
      return again(paid, { googleCode: value.googleCode ? "errors.codeLength" : "errors.codeRequired" });
    }
    const outcome = await pay({ caller, session, productId, ...value });
    if (outcome.kind === "sessionExpired") return expireSession(request);
    return answer(outcome, paid);
  },
});

/**
 * Pays a quote with an authenticator code (spec sections 4 to 8; rulings, the table of failures). However a payment ends, its
 * quote is used up: a page that invites another try carries a new one.
 */
export async function payQuote(args: ActionFunctionArgs): Promise<Response> {
  const answered = await payForm(args);
  // In a document the loader runs with the cookies of the post, where this quote is not: another tab may have put its own there.
  if (answered.status >= 400) args.context[QUOTE_IN_HAND] = quoteAnswer.parse(await answered.clone().json()).quote;
  return answered;
}

const QUOTE_IN_HAND = "purchaseQuote";
const quoteAnswer = z.object({ quote: z.string().optional() });

/** The quote, of this product and session, that the document's own post has left to pay, if it is the answer to one. */
export function quoteInHand(context: ActionFunctionArgs["context"]): string | null {
  const quote = context[QUOTE_IN_HAND];
  return typeof quote === "string" ? quote : null;
}

interface Paid {
  productId: string;
  /** The quote that was posted. */
  quote: string;
  session: Session;
  flow: Flow;
  locale: Locale;
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
      // The platform's word about the code belongs to its field; everything else to the form.
      return outcome.messageKey === "errors.code"
        ? againWithNewQuote(paid, { googleCode: "errors.codeNotCharged" })
        : againWithNewQuote(paid, refusedMessage(outcome), { note: "errors.nothingCharged" });
    case "notSent":
      return againWithNewQuote(paid, "errors.notCharged", { status: 503 });
    case "blocked":
      if (outcome.reason === "unknown") return seeOther(stepPath(productId, "outcome"));
      return againWithNewQuote(paid, "errors.purchaseBusy");
    case "priceChanged": {
      const renewed = await renew(paid, { price: outcome.price, paySymbol: outcome.paySymbol });
      return seeOther(stepPath(productId, "confirm"), {
        cookies: [
          await quoteCookie(flow, productId, renewed),
          flashCookie({ key: "errors.priceChanged", kind: "alert" }),
        ],
      });
    }
    case "quoteExpired":
      return seeOther(stepPath(productId, "product"), {
        cookies: [await flowCookie(withoutQuote), flashCookie({ key: "errors.quoteExpired", kind: "alert" })],
      });
    case "forged":
      return refuse("errors.forged", { status: 403 });
    case "paused":
      return againWithNewQuote(paid, "errors.codesPaused", {
        status: 429,
        values: pauseValues(outcome.untilMs, paid.locale),
        note: "errors.nothingCharged",
      });
    case "forgotten":
      return seeOther(stepPath(productId, "forgotten"), { cookies: [await quoteCookie(flow, productId, paid.quote)] });
    case "unavailable":
      return again(paid, "errors.ledgerUnavailable", { status: 503 });
  }
}

function refusedMessage({ messageKey, values, upstreamMessage }: Extract<Outcome, { kind: "refused" }>) {
  return errorMessage(messageKey, upstreamMessage === undefined ? values : { ...values, message: upstreamMessage });
}

type Said = Parameters<typeof refuse>;

/** The sheet again, with the reason and with a quote that has not been used. */
async function againWithNewQuote(paid: Paid, errors: Said[0], options?: Said[1]): Promise<FormRefusal> {
  return again({ ...paid, quote: await renew(paid) }, errors, options);
}

/** The sheet again, with the reason and the quote to pay. */
async function again({ productId, quote, flow }: Paid, errors: Said[0], options?: Said[1]): Promise<FormRefusal> {
  return refuse(errors, { ...options, cookies: [await quoteCookie(flow, productId, quote)], extra: { quote } });
}

/** A new quote for the same quantity, at the price that was confirmed or at a new one. */
async function renew(
  { productId, quote, session }: Paid,
  offer?: { price: string; paySymbol?: string },
): Promise<string> {
  const used = await openQuote(quote, session.id);
  // An outcome that asks for a new quote comes only from a quote that could be read.
  if (!used) throw new Error("A quote was answered that is none.");
  const { quantity, price, paySymbol } = { ...used, ...offer };
  return signQuote({ productId, quantity, price, paySymbol }, session.id);
}

function quoteCookie(flow: Flow, productId: string, quote: string): Promise<string> {
  return flowCookie({ ...flow, purchase: { productId, quote } });
}
