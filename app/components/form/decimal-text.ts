/**
 * Exact arithmetic on non-negative decimals as text: the oldest browsers have no BigInt, and a library is four times
 * as large. Tests compare the results with the server's library.
 */

export type Rounding = "down" | "half-up" | "up";

function written(digits: string, places: number): string {
  const all = digits.padStart(places + 1, "0");
  const point = all.length - places;
  const fraction = all.slice(point).replace(/0+$/, "");
  return all.slice(0, point).replace(/^0+(?=\d)/, "") + (fraction && `.${fraction}`);
}

function parts(decimal: string): [whole: string, fraction: string] {
  const [whole = "", fraction = ""] = decimal.split(".");
  return [whole, fraction];
}

/** Returns the digits of two decimals, padded to equal length, so that the texts sort like the numbers. */
function aligned(one: string, other: string): [one: string, other: string, places: number] {
  const [[whole, fraction], [otherWhole, otherFraction]] = [parts(one), parts(other)];
  const length = Math.max(whole.length, otherWhole.length);
  const places = Math.max(fraction.length, otherFraction.length);
  const digits = (before: string, after: string) => before.padStart(length, "0") + after.padEnd(places, "0");
  return [digits(whole, fraction), digits(otherWhole, otherFraction), places];
}

export function plain(decimal: string): string {
  const [whole, fraction] = parts(decimal);
  return written(whole + fraction, fraction.length);
}

export function isBelow(one: string, other: string): boolean {
  const [digits, otherDigits] = aligned(one, other);
  return digits < otherDigits;
}

/** Adds two decimals or, with `sign` −1, subtracts the second, which must not be larger. */
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

/** Returns the remainder of dividing a decimal by another, which must be above 0. */
export function rest(of: string, taken: string): string {
  const [digits, takenDigits, places] = aligned(of, taken);
  let left = "";
  for (const digit of digits) {
    left += digit;
    while (!isBelow(left, takenDigits)) left = sum(left, takenDigits, -1);
  }
  return written(left, places);
}

/** Rounds a decimal to at most `places` places (one or more). */
export function rounded(decimal: string, places: number, rounding: Rounding): string {
  const [whole, fraction] = parts(decimal);
  const cut = fraction.slice(places);
  const kept = written(whole + fraction.slice(0, places), Math.min(fraction.length, places));
  const isUp = rounding === "up" ? /[1-9]/.test(cut) : rounding === "half-up" && /^[5-9]/.test(cut);
  return isUp ? sum(kept, written("1", places)) : kept;
}
