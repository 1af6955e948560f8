import Big from "big.js";
import { PAYMENT_PRECISION } from "~server/constants";
import type { Product } from "~server/upstream/catalogue";
import { payAmount } from "./amount";
import { readDecimal } from "./decimal";
import { cycleDays } from "./terms";

/**
 * What a quantity costs and what may come out of it (behaviour 2.100, 2.101, 2.102). Everything follows from what the
 * platform sends; what it does not send is not supposed.
 */

/** How much of the expected output comes, by its name in an address. */
const SHARES = { full: "1", half: "0.5", none: "0" } as const;
/** One of the three cases. */
export type Ratio = keyof typeof SHARES;
/** The three cases, in the order in which they stand side by side. */
export const RATIOS = ["full", "half", "none"] as const satisfies readonly Ratio[];

const YEAR_DAYS = 365;
const WHOLE_PERCENT = 100;

/** A division cuts off what an amount has no room for, so that none is ever above the exact value. */
const Down = Big();
Down.DP = PAYMENT_PRECISION;
Down.RM = Big.roundDown;

/** Amounts in the pay symbol, decimals rounded down at 8 places. */
export interface EstimatedCase {
  ratio: Ratio;
  output: string;
  /** Undefined, as `after`, where the platform states no service rate from 0 to 100 %. */
  fee?: string | undefined;
  /** What is left of the output. */
  after?: string | undefined;
}

/** Why no output can be worked out. */
export type NoOutput = "noRatio" | "noPeriod" | "noCycle";

/** What a purchase costs, and its three cases or why there are none. */
export type Estimate = { cost: string } & ({ cases: EstimatedCase[] } | { why: NoOutput });

/** What an estimate is made of. */
export type Estimated = Pick<Product, "price" | "profitRatioPercent" | "serviceRatePercent" | "miningCycleDays">;

/** A number as a fraction: big.js divides only with a rounding. */
interface Fraction {
  over: Big;
  under: Big;
}

const times = ({ over, under }: Fraction, factor: Big, divisor: Big.BigSource): Fraction => ({
  over: over.times(factor),
  under: under.times(divisor),
});

const roundedDown = ({ over, under }: Fraction): string => new Down(over).div(under).toFixed();

/**
 * Works out what a quantity costs, and the output of a whole cycle in three cases.
 *
 * @param quantity terabytes, a decimal as `checkQuantity` gives it
 * @param period what the expected ratio is for (`PROFIT_RATIO_PERIOD`); undefined where the operator does not say
 * @returns undefined where the price is not known, or not more than 0. Each amount is rounded by itself, so that a fee
 *   and what is left may be 0.00000001 less than their output
 */
export function estimateOf(
  product: Estimated,
  quantity: string,
  period: "cycle" | "year" | undefined,
): Estimate | undefined {
  const price = readDecimal(product.price);
  if (!price?.gt(0)) return undefined;
  const cost = payAmount(quantity, price.toFixed());
  const expected = expectedShare(product, period);
  if (typeof expected === "string") return { cost, why: expected };
  const whole = times(expected, price.times(quantity), 1);
  const rate = serviceRate(product);
  const cases = RATIOS.map((ratio) => {
    const output = times(whole, new Big(SHARES[ratio]), 1);
    if (!rate) return { ratio, output: roundedDown(output) };
    return {
      ratio,
      output: roundedDown(output),
      fee: roundedDown(times(output, rate, WHOLE_PERCENT)),
      after: roundedDown(times(output, new Big(WHOLE_PERCENT).minus(rate), WHOLE_PERCENT)),
    };
  });
  return { cost, cases };
}

/** The output of a whole cycle as a share of its cost; a ratio below zero is none that an output follows from. */
function expectedShare(product: Estimated, period: "cycle" | "year" | undefined): Fraction | NoOutput {
  const ratio = readDecimal(product.profitRatioPercent);
  if (!ratio?.gte(0)) return "noRatio";
  if (period === undefined) return "noPeriod";
  const share = { over: ratio, under: new Big(WHOLE_PERCENT) };
  if (period === "cycle") return share;
  const days = cycleDays(product);
  return days ? times(share, days, YEAR_DAYS) : "noCycle";
}

function serviceRate({ serviceRatePercent }: Estimated): Big | undefined {
  const rate = readDecimal(serviceRatePercent);
  return rate?.gte(0) && rate.lte(WHOLE_PERCENT) ? rate : undefined;
}

/** Decimals of a bar's length. */
const LENGTH_PLACES = 2;

/** The bars of an estimate: percent of the longest one, as text without its sign. */
export interface Bars {
  cost: string;
  /** In the order of the cases; `after` ends where the fee begins, and is the whole output where no fee is known. */
  cases: { ratio: Ratio; output: string; after: string }[];
}

/** How long the bars of cost and outputs are beside each other. */
export function barsOf(cost: string, cases: readonly EstimatedCase[]): Bars {
  const most = [cost, ...cases.map(({ output }) => output)].reduce(
    (longest, amount) => (longest.lt(amount) ? new Big(amount) : longest),
    new Big(0),
  );
  const length = (amount: string) =>
    most.eq(0) ? "0" : new Big(amount).times(WHOLE_PERCENT).div(most).round(LENGTH_PLACES, Big.roundDown).toFixed();
  return {
    cost: length(cost),
    cases: cases.map(({ ratio, output, after = output }) => ({
      ratio,
      output: length(output),
      after: length(after),
    })),
  };
}
