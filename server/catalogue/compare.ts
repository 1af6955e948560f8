import { readDecimal, sameDecimal } from "~server/purchase/decimal";
import type { Plan } from "~server/catalogue/plan";
import { PLANS_COMPARED_MAX } from "~server/catalogue/chosen-plans";
import { closedOf } from "~server/purchase/rules";
import { termsOf } from "~server/purchase/terms";
import { id } from "~server/upstream/parsers";

/** The plans that a URL names. */
export interface NamedPlans {
  ids: string[];
  /** Whether part of it is no id of a product. */
  isOdd: boolean;
  /** Whether it names more than are compared. */
  isTooMany: boolean;
}

/** More than anybody compares; the rest of a long URL is ignored. */
const NAMES_MAX = 100;

/**
 * The plans of `?ids=1,2,3`, which is the same as `?ids=1&ids=2&ids=3` (behaviour 2.95).
 *
 * @returns undefined where the URL names none
 */
export function namedPlans(query: URLSearchParams): NamedPlans | undefined {
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

/** The URL of a comparison, which anybody can open. */
export const comparePath = (ids: readonly string[]): string => `/Compare?ids=${ids.map(encodeURIComponent).join(",")}`;

/** The places of plans that can be bought now, and of sold-out ones. */
const [FOR_SALE, SOLD_OUT] = [0, 2] as const;

/** The compared facts, in the order of the table; each is a line of it. */
const COMPARED = ["status", "price", "daily", "cycle", "fee", "settlement", "ratio", "minimum", "maximum"] as const;
export type Compared = (typeof COMPARED)[number];

/** One line of the table. */
export interface ComparedLine {
  fact: Compared;
  /** One for each plan, as it was sent: decimals, or a word; undefined where it is not known. */
  values: (string | undefined)[];
  /** "same" and "differs" need every value to be known. */
  verdict: "same" | "differs" | "unknown";
  /**
   * The places of the least values, where less is less to pay, among the plans that are for sale or will be; none where
   * the plans are paid in different coins.
   */
  lowest: number[];
}

/** Whether a plan is sold out, or its sale is over: such a plan is never marked as the lowest. */
export const isSoldOut = (plan: Plan | undefined) => plan?.place === SOLD_OUT;

/** Whether a plan can be bought now. */
export const isForSale = (plan: Plan) => plan.place === FOR_SALE;

/** The lines of a comparison of plans that are there. */
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
    // A sold-out plan is never the best choice.
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

/** None where all that are known are the same. */
function leastOf(values: readonly (string | undefined)[]): number[] {
  const numbers = values.map((value) => readDecimal(value));
  const [first, ...others] = numbers.filter((number) => number !== undefined);
  if (!first || others.every((other) => other.eq(first))) return [];
  return numbers.flatMap((one, place) => (one && numbers.every((other) => !other || one.lte(other)) ? [place] : []));
}
