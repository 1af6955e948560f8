/**
 * What the rooms behind the HTTP server count for the operator. To count is to add one to a number, since a kept page
 * takes 0.06 ms in all; `server/http/metrics.ts` reads the numbers when somebody asks for the metrics. Their names are
 * those of dashboards and alerts (`deploy/`).
 */
export interface Tally<Value extends string = string> {
  /** The metric, and its one label. */
  metric: string;
  help: string;
  label: string;
  /** How often so far, by the label's value: names of the program, never anything of a request. */
  counts: Record<Value, number>;
}

/** How a purchase ended that somebody confirmed (behaviour 13.9, 13.10, 13.11). */
export type PurchaseResult = "accepted" | "refused" | "not_sent" | "unknown";

export const purchases: Tally<PurchaseResult> = {
  metric: "purchases_total",
  help: "Purchases that were confirmed, by outcome; unknown: sent, or perhaps sent, without a clear answer",
  label: "outcome",
  // From the start: the first unknown one has to be seen as an increase.
  counts: { accepted: 0, refused: 0, not_sent: 0, unknown: 0 },
};

/** What a public page was answered with: a kept one (fresh, or stale while it is renewed), or one that was rendered. */
export type PageSource = "fresh" | "stale" | "rendered";

export const pageAnswers: Tally<PageSource | "bypass"> = {
  metric: "page_cache_answers_total",
  help: "Public pages by what they were answered with; bypass: rendered for a visitor of its own, or a search",
  label: "kind",
  counts: { fresh: 0, stale: 0, rendered: 0, bypass: 0 },
};

export const limitsHit: Tally = {
  metric: "limits_hit_total",
  help: "Requests that were refused or slowed because a limit was reached, by the limit's name",
  label: "limit",
  counts: {},
};

/**
 * Counts that a limit was reached.
 *
 * @param name a name of the program: each is a time series of its own
 */
export function countLimitHit(name: string): void {
  limitsHit.counts[name] = (limitsHit.counts[name] ?? 0) + 1;
}

/** Requests that were not worked on because there was too much to do (behaviour 13.22). */
export const sheddings: Tally<"in_flight" | "lag"> = {
  metric: "requests_shed_total",
  help: "Requests answered with a small 503 because there was too much to do, by reason",
  label: "reason",
  counts: { in_flight: 0, lag: 0 },
};

/** Quotes that a buyer asked for and did not get. */
export const quotesRefused: Tally<"store"> = {
  metric: "storefront_quotes_refused_total",
  help: "Purchases that could not begin, by reason; store: what the purchase needs could not be stored",
  label: "reason",
  counts: { store: 0 },
};

/** All of them. */
export const TALLIES: readonly Tally[] = [purchases, quotesRefused, pageAnswers, limitsHit, sheddings];
