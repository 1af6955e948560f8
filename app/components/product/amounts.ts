import { plainDigits } from "~/i18n/digits";
import { isBelow, plain, product, rest, rounded, sum, type Rounding } from "../form/decimal-text";

/** The preview's arithmetic. The server computes the signed payment, and a test compares the two. */

export interface Range {
  lowest: string;
  highest?: string;
  step: string;
}

const PAYMENT_PLACES = 8;

/** Matches a quantity as the server reads it. Big accepts `1.` and `.5` too. */
const QUANTITY = /^(?:\d+\.?|\d*\.\d\d?)$/;
/** From this quantity on it is a typing mistake, and the server has no price for it. */
export const BEYOND = "1000000000000";
const DECIMAL = /^\d{1,40}(?:\.\d{1,40})?$/;

export const readDecimal = (text: string | undefined) =>
  text !== undefined && DECIMAL.test(text) ? plain(text) : null;

export function readQuantity(text: string): string | null {
  const number = plainDigits(text.trim()).replace(/^(\d*)[,\uff0c\u066b](\d\d?)$|[\uff0e\u3002\uff61]/, "$1.$2");
  return QUANTITY.test(number) ? plain(number) : null;
}

export function nextQuantity(range: Range, text: string, direction: 1 | -1): string {
  const { lowest, highest, step } = range;
  const current = readQuantity(text);
  let next = lowest;
  if (current !== null && !isBelow(current, lowest)) {
    const above = rest(sum(current, lowest, -1), step);
    const onGrid = sum(current, above, -1);
    if (direction === 1) next = sum(onGrid, step);
    else if (above !== "0") next = onGrid;
    else if (!isBelow(onGrid, step)) next = sum(onGrid, step, -1);
  }
  if (isBelow(next, lowest)) next = lowest;
  if (highest !== undefined && isBelow(highest, next)) next = highest;
  return isBelow(next, BEYOND) ? next : lowest;
}

/** Returns the limit below (−1) or above (1) that the input has reached or passed, for the button's message. */
export function limitAt({ lowest, highest = BEYOND }: Range, text: string, direction: 1 | -1): string | undefined {
  const quantity = readQuantity(text);
  const limit = direction === 1 ? highest : lowest;
  if (quantity === null || (direction === 1 ? isBelow(quantity, limit) : isBelow(limit, quantity))) return undefined;
  return limit;
}

/** Returns the payment for a typed quantity at 8 decimals; undefined if it is invalid, out of range or rounds to 0. */
export function livePayment(
  text: string,
  price: string | undefined,
  rounding: Rounding,
  { highest = BEYOND }: Range,
): string | undefined {
  const quantity = readQuantity(text);
  const cost = readDecimal(price);
  if (quantity === null || cost === null || !isBelow(quantity, BEYOND) || isBelow(highest, quantity)) return undefined;
  const payment = rounded(product(quantity, cost), PAYMENT_PLACES, rounding);
  return payment === "0" ? undefined : payment;
}

/** Returns the decimal above 0 that a balance lacks for a payment; undefined if nothing is known to be missing. */
export function shortOf(balance: string | undefined, payment: string | undefined): string | undefined {
  const [available, cost] = [readDecimal(balance), readDecimal(payment)];
  if (available === null || cost === null || !isBelow(available, cost)) return undefined;
  // The amount is rounded up because the deposit must suffice.
  return rounded(sum(cost, available, -1), PAYMENT_PLACES, "up");
}

/** Estimates a payment's return, rounded down at 8 places. `factor` is the server's `backFactor`; null if unknown. */
export function estimatedBack(payment: string | undefined, factor: string | null): string | undefined {
  const [paid, share] = [readDecimal(payment), readDecimal(factor ?? undefined)];
  return paid === null || share === null ? undefined : rounded(product(paid, share), PAYMENT_PLACES, "down");
}

export interface NextStep {
  name: "link" | "deposit" | "buy";
  short?: string | undefined;
  /** True for each finished step (authenticator linked, balance sufficient); undefined unless both are known. */
  done?: readonly [linked: boolean, covered: boolean] | undefined;
}

/** Returns the next step of a purchase; the purchase itself if `bound`, `balance` or `payment` is unknown. */
export function nextStep(
  { bound, balance }: { bound?: boolean | undefined; balance?: string | undefined },
  payment: string | undefined,
): NextStep {
  // Without a payment amount we cannot know if a deposit is needed.
  if (bound === undefined || !readDecimal(balance) || payment === undefined) return { name: "buy" };
  const short = shortOf(balance, payment);
  const done = [bound, !short] as const;
  if (!bound) return { name: "link", short, done };
  if (short) return { name: "deposit", short, done };
  return { name: "buy", done };
}
