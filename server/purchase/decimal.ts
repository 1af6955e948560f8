import Big from "big.js";

/**
 * A decimal as this program writes one: an optional sign, digits, an optional fraction. No exponents: a short text such
 * as `1e1000000` would become a number of a million digits. 40 digits on either side are beyond every coin.
 */
const DECIMAL = /^[+-]?\d{1,40}(?:\.\d{1,40})?$/;

/**
 * Reads a decimal from the upstream or a cookie.
 *
 * @param text such as `"12.50"`; undefined for a missing text and for anything that is not a plain decimal
 * @returns the exact number, never rounded
 */
export function readDecimal(text: string | undefined): Big | undefined {
  return text !== undefined && DECIMAL.test(text) ? new Big(text) : undefined;
}

/**
 * Whether two decimals are the same number, so that `"1.50"` equals `"1.5"`.
 *
 * @returns false when either is missing or is not a plain decimal
 */
export function sameDecimal(one: string | undefined, other: string | undefined): boolean {
  const left = readDecimal(one);
  const right = readDecimal(other);
  return left !== undefined && right !== undefined && left.eq(right);
}
