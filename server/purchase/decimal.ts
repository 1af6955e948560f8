import Big from "big.js";
import { z } from "zod";

/** Excludes exponents: `1e1000000` would become a number of a million digits. No coin needs 40 digits. */
const DECIMAL = /^[+-]?\d{1,40}(?:\.\d{1,40})?$/;

/** More than the relative error of a JavaScript number. */
const ROUNDING = 1e-12;

export function readDecimal(text: string | undefined): Big | undefined {
  return text !== undefined && DECIMAL.test(text) ? new Big(text) : undefined;
}

/** True if two decimals are equal (`"1.50"` and `"1.5"`) or differ by at most `most`; false if either is invalid. */
export function sameDecimal(one: string | undefined, other: string | undefined, most: Big.BigSource = 0): boolean {
  // Parsing takes most of the time when hundreds of attempts are compared with hundreds of orders.
  if (one === other) return one !== undefined && DECIMAL.test(one);
  const apart = Math.abs(Number(one) - Number(other));
  if (apart > Number(most) + ROUNDING * Math.max(Math.abs(Number(one)), Math.abs(Number(other)))) return false;
  const left = readDecimal(one);
  const right = readDecimal(other);
  return left !== undefined && right !== undefined && left.minus(right).abs().lte(most);
}

/** More digits than any payment has. */
const STORED = /^-?\d{1,80}(?:\.\d{1,80})?$/;

/** A decimal from the store, of limited length: grouping the digits of a manipulated one takes quadratic time. */
export const storedDecimal = z.string().regex(STORED);
