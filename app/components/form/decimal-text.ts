/**
 * Exact arithmetic on decimals as text, digit by digit, as at school: for browsers, whose oldest have no BigInt (house
 * 16), and for the script that counts before React is there. A library would weigh four times as much. Every decimal
 * here is digits with at most one point among them, not below 0; tests compare the results with the server's library.
 */

export type Rounding = "down" | "half-up" | "up";

/** Writes digits, of which the last `places` stand after the point, without zeros that mean nothing. */
function written(digits: string, places: number): string {
  const all = digits.padStart(places + 1, "0");
  const point = all.length - places;
  const fraction = all.slice(point).replace(/0+$/, "");
  return all.slice(0, point).replace(/^0+(?=\d)/, "") + (fraction && `.${fraction}`);
}

/** Whole digits and those after the point. */
function parts(decimal: string): [whole: string, fraction: string] {
  const [whole = "", fraction = ""] = decimal.split(".");
  return [whole, fraction];
}

/** The digits of two decimals, as many of each, with as many places; the order of the texts is that of the numbers. */
function aligned(one: string, other: string): [one: string, other: string, places: number] {
  const [[whole, fraction], [otherWhole, otherFraction]] = [parts(one), parts(other)];
  const length = Math.max(whole.length, otherWhole.length);
  const places = Math.max(fraction.length, otherFraction.length);
  const digits = (before: string, after: string) => before.padStart(length, "0") + after.padEnd(places, "0");
  return [digits(whole, fraction), digits(otherWhole, otherFraction), places];
}

/** The same number in its one spelling. */
export function plain(decimal: string): string {
  const [whole, fraction] = parts(decimal);
  return written(whole + fraction, fraction.length);
}

/** Whether one decimal is less than another. */
export function isBelow(one: string, other: string): boolean {
  const [digits, otherDigits] = aligned(one, other);
  return digits < otherDigits;
}

/** One decimal and another or, with `sign` −1, without the other, which must not be the larger one. */
export function sum(one: string, other: string, sign: 1 | -1 = 1): string {
  const [digits, otherDigits, places] = aligned(one, other);
  let carried = 0;
  let result = "";
  for (let at = digits.length - 1; at >= 0; at -= 1) {
    const digit = Number(digits[at]) + sign * Number(otherDigits[at]) + carried;
    carried = digit < 0 ? -1 : digit > 9 ? 1 : 0;
    result = `${digit - 10 * carried}${result}`;
  }
  return written(`${carried}${result}`, places);
}

/** One decimal times another. */
export function product(one: string, other: string): string {
  const [[whole, fraction], [otherWhole, otherFraction]] = [parts(one), parts(other)];
  const [digits, otherDigits] = [whole + fraction, otherWhole + otherFraction];
  const columns = Array.from(digits + otherDigits, () => 0);
  Array.from(digits).forEach((digit, at) => {
    Array.from(otherDigits).forEach((otherDigit, otherAt) => {
      columns[at + otherAt + 1] = (columns[at + otherAt + 1] ?? 0) + Number(digit) * Number(otherDigit);
    });
  });
  let carried = 0;
  let result = "";
  for (const column of columns.reverse()) {
    carried += column;
    result = `${carried % 10}${result}`;
    carried = Math.floor(carried / 10);
  }
  return written(result, fraction.length + otherFraction.length);
}

/** What is left of a decimal when another, above 0, is taken from it as often as it can be. */
export function rest(of: string, taken: string): string {
  const [digits, takenDigits, places] = aligned(of, taken);
  let left = "";
  for (const digit of digits) {
    left += digit;
    while (!isBelow(left, takenDigits)) left = sum(left, takenDigits, -1);
  }
  return written(left, places);
}

/** A decimal with at most so many places, one or more. */
export function rounded(decimal: string, places: number, rounding: Rounding): string {
  const [whole, fraction] = parts(decimal);
  const cut = fraction.slice(places);
  const kept = written(whole + fraction.slice(0, places), Math.min(fraction.length, places));
  const isUp = rounding === "up" ? /[1-9]/.test(cut) : rounding === "half-up" && /^[5-9]/.test(cut);
  return isUp ? sum(kept, written("1", places)) : kept;
}
