import Big from "big.js";
import { z } from "zod";
import { DAY_MS, ZONE_MS } from "~server/i18n/locale";
import type { Product } from "~server/upstream/catalogue";
import { readDecimal, sameDecimal } from "./decimal";

/** The minimum of significant figures and decimals of a cost per day: it is for comparing products, not for paying. */
const DAY_COST_FIGURES = 4;
const DAY_COST_PLACES = 2;
/** Longer cycles are no plans that anybody sells. */
const CYCLE_MAX_DAYS = 36_500;

/** Values derived from a product's terms. */
export interface Terms {
  /** Price per T ÷ days of the cycle, in the pay symbol, at four figures and two decimals at least (half up). */
  costPerDay?: string | undefined;
  /** The month in which a cycle ends that begins today, such as `2028-05`, in UTC+8. */
  endMonth?: string | undefined;
}

/**
 * The length of a cycle, where it is usable.
 *
 * @returns whole days from 1 (behaviour 2.48); undefined for anything else
 */
export function cycleDays({ miningCycleDays }: Pick<Product, "miningCycleDays">): Big | undefined {
  const days = readDecimal(miningCycleDays);
  return days && days.gte(1) && days.lte(CYCLE_MAX_DAYS) && days.mod(1).eq(0) ? days : undefined;
}

/**
 * A product's cost per day, and the approximate end of its cycle (behaviour 2.48).
 *
 * @param product `price` per T in the pay symbol and `miningCycleDays`, decimals
 * @param nowMs milliseconds since 1970
 * @returns nothing for a cycle that is no whole number of days from 1; no end where the sale has ended, since no cycle
 *   can begin today
 */
export function termsOf(
  product: Pick<Product, "price" | "miningCycleDays"> & Partial<Pick<Product, "status">>,
  nowMs = Date.now(),
): Terms {
  const days = cycleDays(product);
  if (!days) return {};
  const end = new Date(nowMs + days.toNumber() * DAY_MS + ZONE_MS);
  const price = readDecimal(product.price);
  const costPerDay = price?.gt(0) ? shownCost(price.div(days)) : undefined;
  return { costPerDay, ...(product.status !== "ended" && { endMonth: end.toISOString().slice(0, 7) }) };
}

/** No digit of the whole part is ever rounded away. */
function shownCost(cost: Big): string {
  const places = Math.max(DAY_COST_PLACES, DAY_COST_FIGURES - 1 - cost.e);
  return cost.round(places, Big.roundHalfUp).toFixed();
}

const sent = z.string().optional();

/** What a confirmation shows of a product and a quote binds, beside the quantity; decimals as they were sent. */
export const quotedTermsSchema = z.object({
  /** Per terabyte, in the pay symbol. */
  price: z.string().min(1),
  paySymbol: sent,
  /** Days and per cent; values that were not sent are missing. A quote of an earlier version has no terms at all. */
  terms: z
    .object({ miningCycleDays: sent, serviceRatePercent: sent, incomeType: sent, profitRatioPercent: sent })
    .optional(),
});

export type QuotedTerms = z.infer<typeof quotedTermsSchema>;

/** In the order in which changes are shown. */
const QUOTED = [
  ...(["price", "paySymbol", "miningCycleDays"] as const),
  ...(["serviceRatePercent", "incomeType", "profitRatioPercent"] as const),
] as const;
export type QuotedTerm = (typeof QUOTED)[number];

/** The terms of a product for a quote. */
export function quotedTerms(product: Product & { price: string }): Required<QuotedTerms> {
  const { price, paySymbol, miningCycleDays, serviceRatePercent, incomeType, profitRatioPercent } = product;
  return { price, paySymbol, terms: { miningCycleDays, serviceRatePercent, incomeType, profitRatioPercent } };
}

/** A product with the terms of a quote, so that a page shows what will be paid for and not what came after it. */
export function asQuoted(product: Product, { price, paySymbol, terms = product }: QuotedTerms): Product {
  const { miningCycleDays, serviceRatePercent, incomeType, profitRatioPercent } = terms;
  return { ...product, price, paySymbol, miningCycleDays, serviceRatePercent, incomeType, profitRatioPercent };
}

/** The terms of a quote by their names. */
export function termsByName({ terms, ...rest }: QuotedTerms): Partial<Record<QuotedTerm, string | undefined>> {
  return { ...rest, ...terms };
}

/**
 * The terms that differ. Decimals are compared as numbers; one that is missing on one side alone differs.
 *
 * @returns nothing where all are the same
 */
export function changedTerms(before: QuotedTerms, now: QuotedTerms): QuotedTerm[] {
  const [one, other] = [termsByName(before), termsByName(now)];
  return QUOTED.filter(
    (name) => one[name] !== other[name] && (name === "paySymbol" || !sameDecimal(one[name], other[name])),
  );
}
