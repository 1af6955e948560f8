import Big from "big.js";
import { PAYMENT_PRECISION } from "~server/specification";
import type { Product } from "~server/upstream/catalogue";
import { payAmount } from "./amount";
import { readDecimal } from "./decimal";
import { cycleDays } from "./terms";

/**
 * What a quantity costs and what may come out of it (behaviour 2.100, 2.101, 2.102). Everything follows from the
 * upstream's data; it assumes nothing that the upstream does not send.
 */

/** The share of the expected output, by its name in a URL. */
const SHARES = { full: "1", half: "0.5", none: "0" } as const;
/** One of the three cases. */
export type Ratio = keyof typeof SHARES;
/** The three cases, in the order of display. */
export const RATIOS = ["full", "half", "none"] as const satisfies readonly Ratio[];

const YEAR_DAYS = 365;
const WHOLE_PERCENT = 100;

/** Divisions round down, so that no amount is ever above the exact value. */
const Down = Big();
Down.DP = PAYMENT_PRECISION;
Down.RM = Big.roundDown;

/** The operator's definition of the expected ratio; without both parts there is no estimate. */
export interface RatioSense {
  period: "cycle" | "year" | undefined;
  meaning: "return" | "output" | undefined;
}

/** Amounts in the pay symbol, decimals rounded down at 8 places. */
export interface EstimatedCase {
  ratio: Ratio;
  /** The return after the fee. Undefined without a rate from 0 to 100 %. */
  back?: string | undefined;
  /** The mined output, where the ratio means that; and the fee taken from it. */
  output?: string | undefined;
  fee?: string | undefined;
}

/** Why no amount can be worked out. */
export type NoAmount = "noRatio" | "noSense" | "noCycle";

/** The cost of a purchase, and its three cases or why there are none. */
export type Estimate = { cost: string } & ({ cases: EstimatedCase[] } | { why: NoAmount });

/** The inputs of an estimate. */
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
 * Works out what a quantity costs, and what comes back after a whole cycle in three cases, each a share of the whole.
 *
 * @param quantity terabytes, a decimal as `checkQuantity` returns it
 * @returns undefined where the price is not known, or not more than 0. Each amount is rounded by itself, so that a fee
 *   and what is left may be 0.00000001 less than their output
 */
export function estimateOf(product: Estimated, quantity: string, sense: RatioSense): Estimate | undefined {
  const price = readDecimal(product.price);
  if (!price?.gt(0)) return undefined;
  const cost = payAmount(quantity, price.toFixed());
  const expected = expectedShare(product, sense);
  if (typeof expected === "string") return { cost, why: expected };
  const rate = serviceRate(product);
  const whole = wholeBack(expected, rate, sense);
  const cases = RATIOS.map((ratio) => {
    const share = new Big(SHARES[ratio]);
    const back = whole && roundedDown(times(whole, share.times(cost), 1));
    if (sense.meaning === "return") return { ratio, back };
    const output = times(expected, share.times(cost), 1);
    return {
      ratio,
      output: roundedDown(output),
      ...(rate && { fee: roundedDown(times(output, rate, WHOLE_PERCENT)), back }),
    };
  });
  return { cost, cases };
}

/** What comes back of 1 paid when all that is expected comes; undefined where a fee is taken that is not known. */
function wholeBack(expected: Fraction, rate: Big | undefined, { meaning }: RatioSense): Fraction | undefined {
  if (meaning === "return") return { over: expected.over.plus(expected.under), under: expected.under };
  return rate && times(expected, new Big(WHOLE_PERCENT).minus(rate), WHOLE_PERCENT);
}

/** Decimals of a factor: as many as a decimal of ours may have. */
const FACTOR_PLACES = 40;
const Up = Big();
Up.DP = FACTOR_PLACES;
Up.RM = Big.roundUp;

/**
 * What comes back of 1 paid when all that is expected comes, for a page that multiplies it with a payment. A division
 * without an end is rounded up, far beyond the decimals of any payment: the product rounded down is then the exact one.
 *
 * @returns a decimal; null where no amount can be worked out
 */
export function backFactor(product: Estimated, sense: RatioSense): string | null {
  const expected = expectedShare(product, sense);
  const whole = typeof expected === "string" ? undefined : wholeBack(expected, serviceRate(product), sense);
  return whole ? new Up(whole.over).div(whole.under).toFixed() : null;
}

/** The ratio for a whole cycle, as a share of the cost; one below zero is none that an amount follows from. */
function expectedShare(product: Estimated, { period, meaning }: RatioSense): Fraction | NoAmount {
  const ratio = readDecimal(product.profitRatioPercent);
  if (period === undefined || meaning === undefined) return "noSense";
  if (!ratio?.gte(0)) return "noRatio";
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
  /** In the order of the cases: the whole output, and the part that comes back; the fee is the difference. */
  cases: { ratio: Ratio; whole: string; back: string }[];
}

/** How long the bars of cost and cases are beside each other. */
export function barsOf(cost: string, cases: readonly EstimatedCase[]): Bars {
  const wholeOf = ({ output, back = "0" }: EstimatedCase) => output ?? back;
  const most = [cost, ...cases.map(wholeOf)].reduce(
    (longest, amount) => (longest.lt(amount) ? new Big(amount) : longest),
    new Big(0),
  );
  const length = (amount: string) =>
    most.eq(0) ? "0" : new Big(amount).times(WHOLE_PERCENT).div(most).round(LENGTH_PLACES, Big.roundDown).toFixed();
  return {
    cost: length(cost),
    cases: cases.map((one) => ({
      ratio: one.ratio,
      whole: length(wholeOf(one)),
      back: length(one.back ?? wholeOf(one)),
    })),
  };
}
