import Big from "big.js";
import { z } from "zod";
import { DAY_MS } from "~server/i18n/locale";
import type { Product } from "~server/upstream/catalogue";
import { readDecimal, sameDecimal, storedDecimal } from "./decimal";

/** Significant digits and decimals of a cost per day, which is for comparing, not for paying. */
const DAY_COST_FIGURES = 4;
const DAY_COST_PLACES = 2;
/** More days than any real plan has. */
const CYCLE_MAX_DAYS = 36_500;

export interface Terms {
  /** Price per T ÷ days, in the pay symbol, rounded half up. */
  costPerDay?: string | undefined;
  /** End of a cycle that begins now. */
  endMs?: number | undefined;
}

export function cycleDays({ miningCycleDays }: Pick<Product, "miningCycleDays">): Big | undefined {
  const days = readDecimal(miningCycleDays);
  return days && days.gte(1) && days.lte(CYCLE_MAX_DAYS) && days.mod(1).eq(0) ? days : undefined;
}

/** Returns cost per day and earliest end of a cycle. Without a sale there is no end, because no cycle can begin. */
export function termsOf(
  product: Pick<Product, "price" | "miningCycleDays"> & Partial<Pick<Product, "status">>,
  nowMs = Date.now(),
): Terms {
  const days = cycleDays(product);
  if (!days) return {};
  const price = readDecimal(product.price);
  const costPerDay = price?.gt(0) ? shownCost(price.div(days)) : undefined;
  return { costPerDay, ...(product.status !== "ended" && { endMs: nowMs + days.toNumber() * DAY_MS }) };
}

/** Rounds a cost, but never a digit of its whole part. */
function shownCost(cost: Big): string {
  const places = Math.max(DAY_COST_PLACES, DAY_COST_FIGURES - 1 - cost.e);
  return cost.round(places, Big.roundHalfUp).toFixed();
}

/** Longer than any symbol or decimal that is read, because a manipulated Redis may contain anything. */
const SENT_MAX_LENGTH = 100;
const sent = z.string().max(SENT_MAX_LENGTH).optional();

/** Terms that a confirmation shows and a quote binds, besides the quantity. Decimals are as sent. */
export const quotedTermsSchema = z.object({
  price: storedDecimal,
  paySymbol: sent,
  /** Values that were not sent are absent. */
  terms: z.object({ miningCycleDays: sent, serviceRatePercent: sent, incomeType: sent, profitRatioPercent: sent }),
});

export type QuotedTerms = z.infer<typeof quotedTermsSchema>;

const QUOTED = [
  ...(["price", "paySymbol", "miningCycleDays"] as const),
  ...(["serviceRatePercent", "incomeType", "profitRatioPercent"] as const),
] as const;
export type QuotedTerm = (typeof QUOTED)[number];

export function quotedTerms(product: Product & { price: string }): QuotedTerms {
  const { price, paySymbol, miningCycleDays, serviceRatePercent, incomeType, profitRatioPercent } = product;
  return { price, paySymbol, terms: { miningCycleDays, serviceRatePercent, incomeType, profitRatioPercent } };
}

/** Returns the product with the terms of a quote, because a page must show what will be paid, not later terms. */
export function asQuoted(product: Product, { price, paySymbol, terms }: QuotedTerms): Product {
  const { miningCycleDays, serviceRatePercent, incomeType, profitRatioPercent } = terms;
  return { ...product, price, paySymbol, miningCycleDays, serviceRatePercent, incomeType, profitRatioPercent };
}

export function termsByName({ terms, ...rest }: QuotedTerms): Partial<Record<QuotedTerm, string | undefined>> {
  return { ...rest, ...terms };
}

/** Returns the terms that differ. Decimals are compared as numbers; a term that one side lacks differs. */
export function changedTerms(before: QuotedTerms, now: QuotedTerms): QuotedTerm[] {
  const [one, other] = [termsByName(before), termsByName(now)];
  return QUOTED.filter(
    (name) => one[name] !== other[name] && (name === "paySymbol" || !sameDecimal(one[name], other[name])),
  );
}
