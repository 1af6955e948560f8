import { openQuote, signQuote, type Quote } from "~server/purchase/quote";

/** The sandbox's data of the first product, except its price. */
export const QUOTED = { miningCycleDays: "540", serviceRatePercent: "20", incomeType: "1", profitRatioPercent: "32.5" };

/** Returns a quote of a session, as the payment form contains it. */
export async function newQuote(offer: Parameters<typeof signQuote>[0], sessionId: string): Promise<Quote> {
  const quote = await openQuote(await signQuote(offer, sessionId), sessionId);
  if (!quote) throw new Error("A new quote cannot be opened.");
  return quote;
}
