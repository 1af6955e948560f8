/**
 * The exact arithmetic of what the stepper shows while a buyer types. What is signed and paid is computed by the server
 * (big.js); a test compares the two. big.js would be a thirtieth of what this page may weigh.
 */

export type Rounding = "down" | "up" | "half-up";

const ZERO = BigInt(0);
const TWO = BigInt(2);
const tenTo = (power: number) => BigInt(10) ** BigInt(power);

/** A decimal without a sign as a whole number of its last place: `whole / 10^places`. */
export interface Decimal {
  whole: bigint;
  places: number;
}

/** Reads `"12.50"`; null for anything but digits with at most one point between them. */
export function readDecimal(text: string): Decimal | null {
  const match = /^(\d{1,40})(?:\.(\d{1,40}))?$/.exec(text);
  if (!match) return null;
  const [, whole = "", fraction = ""] = match;
  return { whole: BigInt(whole + fraction), places: fraction.length };
}

/** The same decimal as a whole number of a finer place, never of a coarser one. */
export function atPlaces({ whole, places }: Decimal, finer: number): bigint {
  return whole * tenTo(Math.max(0, finer - places));
}

/** Whether one is more than another. */
export function isMore(one: Decimal, other: Decimal): boolean {
  return atPlaces(one, other.places) > atPlaces(other, one.places);
}

/** As text, without trailing zeros. */
export function writeDecimal({ whole, places }: Decimal): string {
  const digits = whole.toString().padStart(places + 1, "0");
  const fraction = digits.slice(digits.length - places).replace(/0+$/, "");
  return digits.slice(0, digits.length - places) + (places && fraction ? `.${fraction}` : "");
}

/** The product of two decimals, rounded to a number of places. */
export function multiply(one: Decimal, other: Decimal, places: number, rounding: Rounding): Decimal {
  const whole = one.whole * other.whole;
  const excess = one.places + other.places - places;
  if (excess <= 0) return { whole, places: one.places + other.places };
  const unit = tenTo(excess);
  const rest = whole % unit;
  const up = rounding === "up" ? rest > ZERO : rounding === "half-up" && rest * TWO >= unit;
  return { whole: whole / unit + (up ? BigInt(1) : ZERO), places };
}
