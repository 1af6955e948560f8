import { readDecimal, sameDecimal } from "~server/purchase/decimal";
import type { Plan } from "~server/catalogue/plan";
import { PLANS_COMPARED_MAX } from "~server/catalogue/chosen-plans";
import { closedOf } from "~server/purchase/rules";
import { termsOf } from "~server/purchase/terms";
import { id } from "~server/upstream/parsers";

const NAMES_MAX = 100;

/** Reads `?ids=1,2,3` or `?ids=1&ids=2&ids=3`; undefined if the URL names no plan. */
export function namedPlans(query: URLSearchParams) {
  const names = query.getAll("ids").flatMap((part) => part.split(",", NAMES_MAX));
  const sent = names.map((name) => name.trim()).filter((name) => name !== "");
  if (sent.length === 0) return undefined;
  const ids = [...new Set(sent.slice(0, NAMES_MAX).flatMap((name) => id(name) ?? []))];
  return {
    ids: ids.slice(0, PLANS_COMPARED_MAX),
    isOdd: sent.some((name) => id(name) === undefined),
    isTooMany: ids.length > PLANS_COMPARED_MAX,
  };
}

export const comparePath = (ids: readonly string[]): string => `/Compare?ids=${ids.map(encodeURIComponent).join(",")}`;

const [FOR_SALE, SOLD_OUT] = [0, 2] as const;

const COMPARED = ["status", "price", "daily", "cycle", "fee", "settlement", "ratio", "minimum", "maximum"] as const;
export type Compared = (typeof COMPARED)[number];

export interface ComparedLine {
  fact: Compared;
  /** One value per plan, as sent; undefined if unknown. */
  values: (string | undefined)[];
  /** "same" and "differs" need every value. */
  verdict: "same" | "differs" | "unknown";
  /** Indexes of the plans with the lowest price, cost or fee, without sold-out plans; empty if the coins differ. */
  lowest: number[];
}

export const isSoldOut = (plan: Plan | undefined) => plan?.place === SOLD_OUT;

export const isForSale = (plan: Plan) => plan.place === FOR_SALE;

export function compareLines(plans: readonly Plan[]): ComparedLine[] {
  const rows = plans.map(factsOf);
  const [coin] = plans.map(({ paySymbol }) => paySymbol);
  const hasOneCoin = coin !== undefined && plans.every(({ paySymbol }) => paySymbol === coin);
  const hasCoins = plans.every(({ paySymbol }) => paySymbol !== undefined);
  return COMPARED.map((fact) => {
    const values = rows.map((row) => row[fact]);
    const isMoney = fact === "price" || fact === "daily";
    const isKnown = values.every((value) => value !== undefined) && (!isMoney || hasCoins);
    const isSame = values.every((value) => value === values[0] || sameDecimal(value, values[0]));
    const verdict = !isKnown ? "unknown" : isSame && (!isMoney || hasOneCoin) ? "same" : "differs";
    const isRanked = verdict === "differs" && (fact === "fee" || (isMoney && hasOneCoin));
    // A sold-out plan is never marked as the lowest.
    const offered = values.map((value, place) => (isSoldOut(plans[place]) ? undefined : value));
    return { fact, values, verdict, lowest: isRanked ? leastOf(offered) : [] };
  });
}

function factsOf(plan: Plan): Record<Compared, string | undefined> {
  return {
    status: plan.status === "unknown" ? undefined : (plan.statusText ?? closedOf(plan) ?? plan.status),
    price: plan.price,
    daily: termsOf(plan).costPerDay,
    cycle: plan.miningCycleDays,
    fee: plan.serviceRatePercent,
    settlement: plan.incomeType,
    ratio: plan.profitRatioPercent,
    minimum: plan.minBuy,
    maximum: plan.maxBuy,
  };
}

function leastOf(values: readonly (string | undefined)[]): number[] {
  const numbers = values.map((value) => readDecimal(value));
  const [first, ...others] = numbers.filter((number) => number !== undefined);
  if (!first || others.every((other) => other.eq(first))) return [];
  return numbers.flatMap((one, place) => (one && numbers.every((other) => !other || one.lte(other)) ? [place] : []));
}
