import { registerCounter } from "@storefront/observability/counters";

/** How a confirmed purchase ended. */
export type PurchaseResult = "accepted" | "refused" | "not_sent" | "unknown";

export const purchases = registerCounter<PurchaseResult>({
  metric: "storefront_purchases_total",
  help: "Purchases that were confirmed, by outcome; unknown: sent, or perhaps sent, without a clear answer",
  label: "outcome",
  counts: { accepted: 0, refused: 0, not_sent: 0, unknown: 0 },
});

/** Quotes that a buyer requested and did not get. */
export const quotesRejected = registerCounter({
  metric: "storefront_quotes_refused_total",
  help: "Purchases that could not begin, by reason; store: what the purchase needs could not be stored",
  label: "reason",
  counts: { store: 0 },
});
