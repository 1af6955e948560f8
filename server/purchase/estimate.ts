import Big from "big.js";
import { ratioSense, type RatioSense } from "~server/env";
import { PAYMENT_PRECISION } from "~server/specification";
import type { Product } from "~server/upstream/catalogue";
import { payAmount } from "./amount";
import { readDecimal } from "./decimal";
import { cycleDays } from "./terms";

/** Estimates the cost of a quantity and its possible return, from the upstream's data alone. */

const SHARES = { full: "1", half: "0.5", none: "0" } as const;
export type Ratio = keyof typeof SHARES;
export const RATIOS = ["full", "half", "none"] as const satisfies readonly Ratio[];

const YEAR_DAYS = 365;
const WHOLE_PERCENT = 100;

/** Rounds down, so that no amount is above the exact value. */
const Down = Big();
Down.DP = PAYMENT_PRECISION;
Down.RM = Big.roundDown;

/** Amounts in the pay symbol, rounded down at 8 decimals. */
export interface EstimatedCase {
  ratio: Ratio;
  /** Return after the fee; undefined without a rate from 0 to 100 %. */
  back?: string | undefined;
  /** Mined output and fee, if the ratio means output. */
  output?: string | undefined;
  fee?: string | undefined;
}

export type NoAmount = "noRatio" | "noSense" | "noCycle";

export type Estimate = { cost: string } & ({ cases: EstimatedCase[] } | { why: NoAmount });

export type Estimated = Pick<Product, "price" | "profitRatioPercent" | "serviceRatePercent" | "miningCycleDays">;

interface Fraction {
  over: Big;
  under: Big;
}

const times = ({ over, under }: Fraction, factor: Big, divisor: Big.BigSource): Fraction => ({
  over: over.times(factor),
  under: under.times(divisor),
});

const roundedDown = ({ over, under }: Fraction): string => new Down(over).div(under).toFixed();

/** Estimates a quantity's cost and its return after one cycle, each rounded on its own; undefined without a price. */
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

function wholeBack(expected: Fraction, rate: Big | undefined, { meaning }: RatioSense): Fraction | undefined {
  if (meaning === "return") return { over: expected.over.plus(expected.under), under: expected.under };
  return rate && times(expected, new Big(WHOLE_PERCENT).minus(rate), WHOLE_PERCENT);
}

const FACTOR_PLACES = 40;
const Up = Big();
Up.DP = FACTOR_PLACES;
Up.RM = Big.roundUp;

/**
 * Returns the expected return of 1 paid; null without an estimate. Rounds it up far beyond a payment's decimals, so
 * that its product with a payment, rounded down, is exact.
 */
export function backFactor(product: Omit<Estimated, "price">, sense: RatioSense): string | null {
  const expected = expectedShare(product, sense);
  const whole = typeof expected === "string" ? undefined : wholeBack(expected, serviceRate(product), sense);
  return whole ? new Up(whole.over).div(whole.under).toFixed() : null;
}

export interface DealTerms {
  miningCycleDays?: string | undefined;
  serviceRatePercent?: string | undefined;
  incomeType?: string | undefined;
  profitRatioPercent?: string | undefined;
  /** The expected return of 1 paid, as a decimal; null if operator or upstream do not state enough. */
  backFactor: string | null;
}

/** Adds the estimated return, by the operator's current definition of the ratio. */
export function dealTerms(terms: Omit<DealTerms, "backFactor">): DealTerms {
  return { ...terms, backFactor: backFactor(terms, ratioSense()) };
}

/** Returns the ratio for a whole cycle as a share of the cost, or the reason why there is none. */
function expectedShare(product: Omit<Estimated, "price">, { period, meaning }: RatioSense): Fraction | NoAmount {
  const ratio = readDecimal(product.profitRatioPercent);
  if (period === undefined || meaning === undefined) return "noSense";
  if (!ratio?.gte(0)) return "noRatio";
  const share = { over: ratio, under: new Big(WHOLE_PERCENT) };
  if (period === "cycle") return share;
  const days = cycleDays(product);
  return days ? times(share, days, YEAR_DAYS) : "noCycle";
}

function serviceRate({ serviceRatePercent }: Pick<Estimated, "serviceRatePercent">): Big | undefined {
  const rate = readDecimal(serviceRatePercent);
  return rate?.gte(0) && rate.lte(WHOLE_PERCENT) ? rate : undefined;
}

const LENGTH_PLACES = 2;

export interface Bars {
  cost: string;
  cases: { ratio: Ratio; whole: string; back: string }[];
}

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
