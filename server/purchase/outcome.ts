import { z } from "zod";
import { storedTimeMs } from "~server/store/stored-time";
import { isObject } from "@storefront/upstream-client/json";
import { isMessage } from "~server/i18n/message";
import type { TextKey } from "~server/texts/catalogue";
import { registerCounter } from "@storefront/observability/metrics";
import { FLASH_VALUE_MAX_LENGTH } from "~server/session/flash";
import { receiptSchema, storedId } from "./receipt";
import { quotedTermsSchema } from "./terms";

/** How long a purchase with an unknown outcome blocks its product. */
export const UNKNOWN_BLOCK_MS = 10 * 60_000;

const KEY_MAX_LENGTH = 100;

/** No message has more values. */
const VALUES_MAX = 10;
/** The limit is the same as for a toast's value. */
const text = z.string().max(FLASH_VALUE_MAX_LENGTH);

/** Like `z.record`, but without an issue for each invalid value: a manipulated Redis may contain 100,000. */
const textsSchema = z.custom<Record<string, string>>((sent) => {
  const texts = isObject(sent) ? Object.values(sent) : undefined;
  return texts !== undefined && texts.length <= VALUES_MAX && texts.every((one) => text.safeParse(one).success);
});

/** Outcome of a quote's post (behaviour 13.9, 13.10, 13.11). It has no secrets, because other processes read it. */
export const outcomeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("paid"), receipt: receiptSchema }),
  /** Nothing was charged: a rule refused before anything was sent, or the upstream rejected it. */
  z.object({
    kind: z.literal("refused"),
    // The key's length is limited, because texts are cached by their key.
    messageKey: z.custom<TextKey>((key) => typeof key === "string" && key.length <= KEY_MAX_LENGTH && isMessage(key)),
    values: textsSchema.optional(),
    upstreamMessage: text.optional(),
    redirectTo: z.literal("/GoogleBind").optional(),
    /** True if the product, or this quantity, can no longer be bought, so that asking for a code is pointless. */
    closed: z.literal(true).optional(),
  }),
  /** Nothing was sent: terms have changed, and the buyer must confirm a new quote. */
  z.object({ kind: z.literal("termsChanged"), now: quotedTermsSchema }),
  /** Nothing was sent: an earlier purchase has no outcome ("unknown"), or the account is buying ("busy"). */
  z.object({ kind: z.literal("blocked"), reason: z.enum(["unknown", "busy"]), untilMs: storedTimeMs }),
  /** Nothing was sent: the buyer has not acknowledged an earlier purchase (`earlierAmong`). */
  z.object({ kind: z.literal("earlier") }),
  /** Nothing was charged: the call cannot have reached the upstream. The buyer may try again with a new quote. */
  z.object({ kind: z.literal("notSent") }),
  /** The call may have been sent, without a clear response: see `unknown-outcome.ts`. Never retried automatically. */
  z.object({ kind: z.literal("unknown"), productId: storedId }),
  /** Nothing was charged: the upstream reported an expired session. */
  z.object({ kind: z.literal("sessionExpired") }),
  /** Nothing was sent: the quote is older than ten minutes, and was not posted in time. */
  z.object({ kind: z.literal("quoteExpired") }),
  /** From an earlier epoch of the store. This post sent nothing; the orders show if an earlier post did. */
  z.object({ kind: z.literal("quoteFromOtherEpoch") }),
  /** Nothing was sent: too many codes were wrong. The pause ends at `untilMs`. */
  z.object({ kind: z.literal("paused"), untilMs: storedTimeMs }),
  /** The store did not respond. This post sent nothing, but an earlier one may have, so never claim "not charged". */
  z.object({ kind: z.literal("unavailable") }),
]);

export type Outcome = z.infer<typeof outcomeSchema>;

type PurchaseResult = "accepted" | "refused" | "not_sent" | "unknown";

export const purchases = registerCounter<PurchaseResult>({
  metric: "storefront_purchases_total",
  help: "Purchases that were confirmed, by outcome; unknown: sent, or perhaps sent, without a clear answer",
  label: "outcome",
  counts: { accepted: 0, refused: 0, not_sent: 0, unknown: 0 },
});

/** Refusals by a rule and by the upstream count alike. */
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

/** Counts a purchase once, however often it is posted. */
export function countPurchase(kind: Outcome["kind"]): void {
  purchases.counts[COUNTED_AS[kind]] += 1;
}

/** A message whose values are decimals. */
export interface PurchaseMessage {
  key: TextKey;
  values?: Record<string, string>;
}

export const quotesRejected = registerCounter({
  metric: "storefront_quotes_refused_total",
  help: "Purchases that could not begin, by reason; store: what the purchase needs could not be stored",
  label: "reason",
  counts: { store: 0 },
});
