import { z } from "zod";
import { isMessage, type MessageKey } from "~server/i18n/message";
import { isObject } from "@storefront/upstream-client/json";
import { registerCounter } from "@storefront/observability/counters";
import { receiptSchema } from "./receipt";
import { quotedTermsSchema } from "./terms";

/** How long a purchase with an unknown outcome blocks its product. */
export const UNKNOWN_BLOCK_MS = 10 * 60_000;

/** How a post of a quote can end (behaviour 13.9, 13.10, 13.11). It is stored for other processes: no secrets. */
export const outcomeSchema = z.discriminatedUnion("kind", [
  /** The upstream accepted the purchase. */
  z.object({ kind: z.literal("paid"), receipt: receiptSchema }),
  /**
   * A rule refused before anything was sent, or the upstream rejected the purchase: not charged. `messageKey` is a key
   * of app/i18n; `upstreamMessage` is the upstream's own message where the catalogue has none, as plain text.
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
  /**
   * Nothing was sent: an earlier purchase of this product got no response, and the buyer has not acknowledged what is
   * known of it.
   */
  z.object({ kind: z.literal("earlier") }),
  /** The payment request cannot have reached the upstream: not charged, may be tried again with a new quote. */
  z.object({ kind: z.literal("notSent") }),
  /** It was sent, or may have been, without a clear response: see `unknown-outcome.ts`. Never retried automatically. */
  z.object({ kind: z.literal("unknown"), productId: z.string() }),
  /** The upstream reported an expired session: not charged. */
  z.object({ kind: z.literal("sessionExpired") }),
  /** The quote is older than ten minutes, or of the version before, and was never posted in time: nothing was sent. */
  z.object({ kind: z.literal("quoteExpired") }),
  /**
   * The store's epoch is younger than the quote (lost, emptied or failed over). This post sent nothing; only the orders
   * can show whether an earlier one did.
   */
  z.object({ kind: z.literal("quoteFromOtherEpoch") }),
  /** Too many wrong codes: nothing was sent. `untilMs`: milliseconds since 1970 at which a code is taken again. */
  z.object({ kind: z.literal("paused"), untilMs: z.number() }),
  /**
   * The store did not respond. This post sent nothing. Whether an earlier one of the same quote did is unknown now, so
   * the page must not claim "not charged".
   */
  z.object({ kind: z.literal("unavailable") }),
]);

export type Outcome = z.infer<typeof outcomeSchema>;

/** Also reads "priceChanged" of the version before: it names no terms, so the quote has to be confirmed again. */
export const storedOutcomeSchema = z.preprocess(
  (stored) => (isObject(stored) && stored.kind === "priceChanged" ? { kind: "quoteExpired" } : stored),
  outcomeSchema,
);

/** How a confirmed purchase ended. */
type PurchaseResult = "accepted" | "refused" | "not_sent" | "unknown";

export const purchases = registerCounter<PurchaseResult>({
  metric: "storefront_purchases_total",
  help: "Purchases that were confirmed, by outcome; unknown: sent, or perhaps sent, without a clear answer",
  label: "outcome",
  counts: { accepted: 0, refused: 0, not_sent: 0, unknown: 0 },
});

/** How the metrics count each of them: refused by a rule and refused by the upstream are the same. */
const COUNTED_AS: Readonly<Record<Outcome["kind"], PurchaseResult>> = {
  paid: "accepted",
  unknown: "unknown",
  notSent: "not_sent",
  unavailable: "not_sent",
  quoteFromOtherEpoch: "not_sent",
  refused: "refused",
  termsChanged: "refused",
  blocked: "refused",
  earlier: "refused",
  sessionExpired: "refused",
  quoteExpired: "refused",
  paused: "refused",
};

/** Counts a purchase for the operator; once for each, however often it is posted. */
export function countPurchase(kind: Outcome["kind"]): void {
  purchases.counts[COUNTED_AS[kind]] += 1;
}

/** The message of a purchase rule: a key, with the values of its placeholders (decimals, as text). */
export interface PurchaseMessage {
  key: MessageKey;
  values?: Record<string, string>;
}

/** Quotes that a buyer requested and did not get. */
export const quotesRejected = registerCounter({
  metric: "storefront_quotes_refused_total",
  help: "Purchases that could not begin, by reason; store: what the purchase needs could not be stored",
  label: "reason",
  counts: { store: 0 },
});
