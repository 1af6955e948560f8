import type { Outcome } from "~server/purchase/outcome";
import { openQuote, signQuote, type Quote } from "~server/purchase/quote";

/** The sandbox's data of the first product, except its price. */
export const QUOTED = { miningCycleDays: "540", serviceRatePercent: "20", incomeType: "1", profitRatioPercent: "32.5" };

/** Returns a quote of a session, as the payment form contains it. */
export async function newQuote(offer: Parameters<typeof signQuote>[0], sessionId: string): Promise<Quote> {
  const quote = await openQuote(await signQuote(offer, sessionId), sessionId);
  if (!quote) throw new Error("A new quote cannot be opened.");
  return quote;
}

/** An outcome of a paid quote. */
export const PAID: Outcome = {
  kind: "paid",
  receipt: {
    id: "q",
    productId: "7",
    title: "算力",
    tokenAmount: "1",
    payAmount: "100",
    paySymbol: "USDT",
    terms: {},
    atMs: 1,
  },
};
