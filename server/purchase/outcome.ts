import { z } from "zod";
import { isMessage, type MessageKey } from "~server/i18n/message";
import { isObject } from "@storefront/upstream-client/json";
import { purchases, type PurchaseResult } from "~server/purchase/counters";
import { receiptSchema } from "./receipt";
import { quotedTermsSchema } from "./terms";

/** After a purchase whose outcome is unknown, no second try for that product. */
export const UNKNOWN_BLOCK_MS = 10 * 60_000;

/** How a post of a quote can end (behaviour 13.9, 13.10, 13.11). It is stored for others to read: no secrets. */
export const outcomeSchema = z.discriminatedUnion("kind", [
  /** The platform said yes. */
  z.object({ kind: z.literal("paid"), receipt: receiptSchema }),
  /**
   * A rule refused before anything was sent, or the platform answered no: not charged. `messageKey` is a key of
   * app/i18n; `upstreamMessage` the platform's own words where the catalogue has none, plain text.
   */
  z.object({
    kind: z.literal("refused"),
    messageKey: z.custom<MessageKey>((key) => typeof key === "string" && isMessage(key)),
    values: z.record(z.string()).optional(),
    upstreamMessage: z.string().optional(),
    redirectTo: z.literal("/GoogleBind").optional(),
    /** It is about the product, which cannot be bought any more, or not in this quantity: a code is of no use. */
    closed: z.literal(true).optional(),
  }),
  /** Something that the buyer confirmed has changed: nothing was sent, a new quote has to be confirmed. */
  z.object({ kind: z.literal("termsChanged"), now: quotedTermsSchema }),
  /**
   * Nothing was sent: an earlier purchase of this product has no known outcome ("unknown"), or another purchase of this
   * account is on its way at this moment ("busy"). `untilMs`: milliseconds since 1970 at which it ends at the latest.
   */
  z.object({ kind: z.literal("blocked"), reason: z.enum(["unknown", "busy"]), untilMs: z.number() }),
  /** The payment request cannot have reached the platform: not charged, may be tried again with a new quote. */
  z.object({ kind: z.literal("notSent") }),
  /** It was sent, or may have been, and no clear answer came: see `unknown-outcome.ts`. Never tried again by itself. */
  z.object({ kind: z.literal("unknown"), productId: z.string() }),
  /** The platform says that the session has ended: not charged. */
  z.object({ kind: z.literal("sessionExpired") }),
  /** The quote is older than ten minutes, or of the version before, and was never posted in time: nothing was sent. */
  z.object({ kind: z.literal("quoteExpired") }),
  /**
   * The store's memory is younger than the quote (lost, emptied or failed over): this post sent nothing; whether an
   * earlier one did nobody can tell but the orders.
   */
  z.object({ kind: z.literal("forgotten") }),
  /** Too many wrong codes: nothing was sent. `untilMs`: milliseconds since 1970 at which a code is taken again. */
  z.object({ kind: z.literal("paused"), untilMs: z.number() }),
  /**
   * What the instances share did not answer. This post sent nothing; whether an earlier one of the same quote did
   * cannot be told now, so the page must not say "not charged".
   */
  z.object({ kind: z.literal("unavailable") }),
]);

export type Outcome = z.infer<typeof outcomeSchema>;

/** Also reads "priceChanged" of the version before: it names no terms, so the quote has to be confirmed again. */
export const storedOutcomeSchema = z.preprocess(
  (stored) => (isObject(stored) && stored.kind === "priceChanged" ? { kind: "quoteExpired" } : stored),
  outcomeSchema,
);

/** How the operator sees each of them: what a rule refused is no other than what the platform refused. */
const COUNTED_AS: Readonly<Record<Outcome["kind"], PurchaseResult>> = {
  paid: "accepted",
  unknown: "unknown",
  notSent: "not_sent",
  unavailable: "not_sent",
  forgotten: "not_sent",
  refused: "refused",
  termsChanged: "refused",
  blocked: "refused",
  sessionExpired: "refused",
  quoteExpired: "refused",
  paused: "refused",
};

/** Counts a purchase for the operator; once for each, however often it is posted. */
export function countPurchase(kind: Outcome["kind"]): void {
  purchases.counts[COUNTED_AS[kind]] += 1;
}
