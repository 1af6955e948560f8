import { z } from "zod";
import { storedTimeMs } from "~server/store/stored-time";
import { cookieValues, sealedName, setCookie } from "~server/session/cookies";
import { beginningOf } from "~server/search-words";
import { sameDecimal, storedDecimal } from "./decimal";
import { readClaims, signClaims } from "./signature";
import { quotedTermsSchema } from "./terms";

export const RECEIPT_AGE_MS = 60 * 60_000;

const cookieName = () => sealedName("receipt");
/** Cuts a title, because a cookie holds only 4 kB. */
const TITLE_MAX_LENGTH = 200;

/** Longer than any id. A manipulated Redis may contain anything, and a calendar takes a second to fold a megabyte. */
export const storedId = z.string().max(200);
/** A title from the store, cut to the longest that the upstream's reader returns. */
export const storedTitle = z
  .string()
  .transform((title) => beginningOf(title, TITLE_MAX_LENGTH))
  .optional();

export const receiptSchema = z.object({
  /** The quote's id. */
  id: storedId,
  productId: storedId,
  title: storedTitle,
  /** Quantity in terabytes. */
  tokenAmount: storedDecimal,
  /** Payment in `paySymbol`. */
  payAmount: storedDecimal,
  paySymbol: quotedTermsSchema.shape.paySymbol,
  /** The confirmed terms; receipts of an older version have none. */
  terms: quotedTermsSchema.shape.terms.optional(),
  atMs: storedTimeMs,
  /** True in the cookie if a page has reported the purchase. Until then, its response may have been lost. */
  isShown: z.boolean().optional(),
});

export type Receipt = z.infer<typeof receiptSchema>;

/** Returns the receipt if the buyer knows of it. */
export const shownOf = (receipt: Receipt | null) => (receipt?.isShown ? receipt : null);

/** Returns the cookies of a page that reports the receipt. */
export async function shownCookies(receipt: Receipt | null, payer: string): Promise<string[]> {
  return receipt && !receipt.isShown ? [await receiptCookie({ ...receipt, isShown: true }, payer)] : [];
}

/** Makes a cookie that proves a purchase to /Successpay for an hour. It is signed, for this payer alone. */
export async function receiptCookie(receipt: Receipt, payer: string): Promise<string> {
  const claims = receiptSchema.parse(receipt);
  return setCookie(
    cookieName(),
    await signClaims("receipt", payer, claims, Date.now() + RECEIPT_AGE_MS),
    RECEIPT_AGE_MS,
  );
}

/** Returns null if the receipt is missing, forged, too old or another payer's. */
export async function readReceipt(request: Request, payer: string): Promise<Receipt | null> {
  for (const value of cookieValues(request, cookieName())) {
    const signed = await readClaims("receipt", payer, value);
    const parsed = receiptSchema.safeParse(signed?.claims);
    if (signed && signed.expiresMs > Date.now() && parsed.success) return parsed.data;
  }
  return null;
}

export function successPath(receipt: Receipt): string {
  const query = new URLSearchParams({ tokenAmount: receipt.tokenAmount, payAmount: receipt.payAmount });
  if (receipt.paySymbol) query.set("paySymbol", receipt.paySymbol);
  return `/Successpay?${query}`;
}

/** True if the untrusted URL of the success page has the receipt's amounts, each once. */
export function receiptAgrees(receipt: Receipt, query: URLSearchParams): boolean {
  const only = (name: string) => (query.getAll(name).length > 1 ? undefined : (query.get(name) ?? ""));
  return (
    sameDecimal(receipt.tokenAmount, only("tokenAmount")) &&
    sameDecimal(receipt.payAmount, only("payAmount")) &&
    only("paySymbol") === (receipt.paySymbol ?? "")
  );
}
