import Big from "big.js";
import { z } from "zod";

/** No exponents: `1e1000000` would become a number of a million digits. No coin needs 40. */
const DECIMAL = /^[+-]?\d{1,40}(?:\.\d{1,40})?$/;

/** Reads a decimal exactly; undefined for anything else. */
export function readDecimal(text: string | undefined): Big | undefined {
  return text !== undefined && DECIMAL.test(text) ? new Big(text) : undefined;
}

/** `"1.50"` equals `"1.5"`; false when either is no plain decimal. They may differ by `most`. */
export function sameDecimal(one: string | undefined, other: string | undefined, most: Big.BigSource = 0): boolean {
  const left = readDecimal(one);
  const right = readDecimal(other);
  return left !== undefined && right !== undefined && left.minus(right).abs().lte(most);
}

/** More digits than any payment has. */
const STORED = /^-?\d{1,80}(?:\.\d{1,80})?$/;

/**
 * A decimal from the store, where Redis may send anything: grouping the digits of a long one takes time that grows with
 * the square of their number, minutes for 300,000.
 */
export const storedDecimal = z.string().regex(STORED);
