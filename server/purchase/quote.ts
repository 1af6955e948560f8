import { randomUUID } from "node:crypto";
import { z } from "zod";
import { digest } from "~server/crypto/digest";
import { epochForQuote } from "~server/store/health";
import { payAmount } from "./amount";
import { readClaims, signClaims } from "./signature";
import { quotedTermsSchema } from "./terms";

export const QUOTE_AGE_MS = 10 * 60_000;

/** The terms that a buyer confirms, signed for one account and ten minutes; its `id` can be paid once (`ledger.ts`). */
const quoteSchema = quotedTermsSchema.extend({
  id: z.string().uuid(),
  productId: z.string().min(1),
  quantity: z.string().min(1),
  /** Terms that were confirmed before, if they have changed since. */
  replaces: quotedTermsSchema.optional(),
  /** Identifies what the buyer knows of earlier purchases (`earlierKey`). */
  acknowledged: z.string().optional(),
  epoch: z.string(),
});

type Claims = z.infer<typeof quoteSchema>;

export type Quote = Claims & {
  /** Expiry, a whole second. */
  expiresMs: number;
  /** The signed text, which the payment form contains. */
  signed: string;
};

/** Makes a quote that only this payer can pay. Throws without the store, because nothing can be bought then. */
export async function signQuote(offer: Omit<Claims, "id" | "epoch">, payer: string): Promise<string> {
  const claims = quoteSchema.parse({ ...offer, id: randomUUID(), epoch: await epochForQuote() });
  return signClaims("quote", payer, claims, Date.now() + QUOTE_AGE_MS);
}

/** Opens a quote, even an expired one, which may have been paid in time. Null if it is invalid or of another payer. */
export async function openQuote(token: string, payer: string): Promise<Quote | null> {
  const signed = await readClaims("quote", payer, token);
  const parsed = quoteSchema.safeParse(signed?.claims);
  return signed && parsed.success ? { ...parsed.data, expiresMs: signed.expiresMs, signed: token } : null;
}

export function isExpired(quote: Pick<Quote, "expiresMs">): boolean {
  return quote.expiresMs <= Date.now();
}

const DIGEST_LENGTH = 8;

/** Returns the query of the code sheet, which is the same for each quote of the same offer. */
export function confirmedQuery({ quantity, price, paySymbol, terms }: Quote) {
  const { miningCycleDays, serviceRatePercent, incomeType, profitRatioPercent } = terms;
  const bound = [quantity, price, paySymbol, miningCycleDays, serviceRatePercent, incomeType, profitRatioPercent];
  return { payAmount: payAmount(quantity, price), terms: digest("terms", JSON.stringify(bound), DIGEST_LENGTH) };
}

/** True if the code sheet's address names a different offer, as after a new quote in another tab. */
export function isOtherOffer(query: URLSearchParams, quote: Quote): boolean {
  return query.has("payAmount") && Object.entries(confirmedQuery(quote)).some(([name, of]) => query.get(name) !== of);
}
