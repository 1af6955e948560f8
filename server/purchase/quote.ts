import { randomUUID } from "node:crypto";
import { z } from "zod";
import { QUOTE_AGE_MS } from "~server/constants";
import { epochForQuote } from "~server/store/health";
import { readClaims, signClaims } from "./signature";

/**
 * A quote: what a buyer has been shown and is about to pay for. The server signs it, for one session and ten minutes,
 * so that the payment is for exactly what was on the screen, and its `id` can be paid once (see `ledger.ts`).
 */
const quoteSchema = z.object({
  /** One-use number. */
  id: z.string().uuid(),
  productId: z.string().min(1),
  /** Terabytes, a decimal. */
  quantity: z.string().min(1),
  /** Per terabyte, a decimal in the pay symbol. */
  price: z.string().min(1),
  paySymbol: z.string().optional(),
  /** The epoch of the store that will know whether it was posted; quotes of an older version have none. */
  epoch: z.string().default(""),
});

export type Quote = z.infer<typeof quoteSchema> & {
  /** Milliseconds since 1970, whole seconds. */
  expiresMs: number;
  /** The text that it was read from, for the form that pays it. */
  signed: string;
};

/**
 * Makes a new quote (behaviour 4.16; decision 0031).
 *
 * @param offer terabytes and price per terabyte as decimals, as the buyer sees them
 * @param sessionId the only session that can pay it
 * @returns the signed quote, about 500 characters, for a hidden field
 * @throws what `epochForQuote` throws: without a memory nothing can be bought
 */
export async function signQuote(
  offer: Omit<z.infer<typeof quoteSchema>, "id" | "epoch">,
  sessionId: string,
): Promise<string> {
  const claims = quoteSchema.parse({ ...offer, id: randomUUID(), epoch: await epochForQuote() });
  return signClaims("quote", sessionId, claims, Date.now() + QUOTE_AGE_MS);
}

/**
 * Reads a quote of this session whether or not it has expired, for the payment, which has to give the answer of a quote
 * that was paid in time.
 *
 * @returns null for one that is malformed, tampered with, or of another session
 */
export async function openQuote(token: string, sessionId: string): Promise<Quote | null> {
  const signed = await readClaims("quote", sessionId, token);
  const parsed = quoteSchema.safeParse(signed?.claims);
  return signed && parsed.success ? { ...parsed.data, expiresMs: signed.expiresMs, signed: token } : null;
}

/** Whether a quote can no longer be paid. */
export function isExpired(quote: Quote): boolean {
  return quote.expiresMs <= Date.now();
}
