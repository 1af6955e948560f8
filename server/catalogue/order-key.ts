import type Big from "big.js";

/** Digits of the length of a whole part: decimals have 40 digits at most before their point. */
const LENGTH_DIGITS = 3;

/**
 * A decimal as a text that sorts as its number does, and is equal for equal numbers: ten thousand products are sorted
 * by comparing texts, exactly, in the time in which big.js would compare a tenth of them.
 *
 * @param number not negative
 * @returns such as `00212.5`: the length of the whole part, then all its digits
 */
export function orderKey(number: Big): string {
  const [whole = "0", fraction] = number.toFixed().split(".");
  const key = String(whole.length).padStart(LENGTH_DIGITS, "0") + whole;
  const digits = fraction?.replace(/0+$/, "");
  return digits ? `${key}.${digits}` : key;
}
