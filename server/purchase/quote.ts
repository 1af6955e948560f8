import { randomUUID } from "node:crypto";
import { z } from "zod";
import { digest } from "~server/crypto/digest";
import { epochForQuote } from "~server/store/health";
import { payAmount } from "./amount";
import { readClaims, signClaims } from "./signature";
import { quotedTermsSchema } from "./terms";

export const QUOTE_AGE_MS = 10 * 60_000;

/**
 * A quote: the terms that a buyer has seen and is about to pay for. The server signs it, for one session and ten
 * minutes, so that the payment is for exactly these terms. Its `id` can be paid once (see `ledger.ts`).
 */
const quoteSchema = quotedTermsSchema.extend({
  /** One-use number. */
  id: z.string().uuid(),
  productId: z.string().min(1),
  /** Terabytes, a decimal. */
  quantity: z.string().min(1),
  /** The terms that the buyer had confirmed before, where they have changed since. */
  replaces: quotedTermsSchema.optional(),
  /** What the buyer knew of earlier purchases of the product without a response (`earlierKey`). */
  acknowledged: z.string().optional(),
  /** The epoch of the store that records whether it was posted; quotes of an older version have none. */
  epoch: z.string().default(""),
});

type Claims = z.infer<typeof quoteSchema>;

export type Quote = Claims & {
  /** Milliseconds since 1970, whole seconds. */
  expiresMs: number;
  /** The text that it was read from, for the form that pays it. */
  signed: string;
};

/**
 * Makes a new quote (behaviour 4.16; decision 0031).
 *
 * @param offer terabytes, and the terms as the buyer sees them
 * @param sessionId the only session that can pay it
 * @returns the signed quote, about 700 characters, for a hidden field
 * @throws what `epochForQuote` throws: without the store nothing can be bought
 */
export async function signQuote(
  offer: Omit<Claims, "id" | "epoch"> & { terms: Claims["terms"] },
  sessionId: string,
): Promise<string> {
  const claims = quoteSchema.parse({ ...offer, id: randomUUID(), epoch: await epochForQuote() });
  return signClaims("quote", sessionId, claims, Date.now() + QUOTE_AGE_MS);
}

/**
 * Reads a quote of this session whether or not it has expired: the payment has to return the outcome of a quote that
 * was paid in time.
 *
 * @returns null for one that is malformed, tampered with, or of another session
 */
export async function openQuote(token: string, sessionId: string): Promise<Quote | null> {
  const signed = await readClaims("quote", sessionId, token);
  const parsed = quoteSchema.safeParse(signed?.claims);
  return signed && parsed.success ? { ...parsed.data, expiresMs: signed.expiresMs, signed: token } : null;
}

/** Whether the time of a quote is over. */
export function isExpired(quote: Pick<Quote, "expiresMs">): boolean {
  return quote.expiresMs <= Date.now();
}

/** Whether a quote that was not posted has to be confirmed again: it ran out, or the version before made it. */
export function isOutdated(quote: Quote): boolean {
  return isExpired(quote) || !quote.terms;
}

const DIGEST_LENGTH = 8;

/** The query of the code sheet, which identifies the confirmed offer; the same for each quote of the same offer. */
export function confirmedQuery({ quantity, price, paySymbol, terms = {} }: Quote) {
  const { miningCycleDays, serviceRatePercent, incomeType, profitRatioPercent } = terms;
  const bound = [quantity, price, paySymbol, miningCycleDays, serviceRatePercent, incomeType, profitRatioPercent];
  return { payAmount: payAmount(quantity, price), terms: digest("terms", JSON.stringify(bound), DIGEST_LENGTH) };
}

/**
 * True if an address of the code sheet was made for another offer than that of the visitor's quote: another tab may
 * have requested another quote since (decision 0031).
 */
export function isOtherOffer(query: URLSearchParams, quote: Quote): boolean {
  return query.has("payAmount") && Object.entries(confirmedQuery(quote)).some(([name, of]) => query.get(name) !== of);
}
