import Big from "big.js";
import { useCallback, useState, type ChangeEvent, type MouseEvent } from "react";
import { messageWith } from "~/i18n/text";

/**
 * The preview's arithmetic while a buyer types, by the library that the server pays with: BigInt is younger than the
 * oldest browser that hydrates (house 16). The server computes the signed payment; a test compares the two.
 */

export type Rounding = keyof typeof ROUNDING;

const ROUNDING = { down: 0, "half-up": 1, up: 3 } as const;

/** The quantities that the field allows, in terabytes, calculated by the server. */
export interface Range {
  lowest: string;
  highest?: string;
  step: string;
}

const PAYMENT_PLACES = 8;

/** A quantity as the server reads one; `1.` and `.5` are numbers to Big, too. */
const QUANTITY = /^(?:\d+\.?|\d*\.\d\d?)$/;
/** From here on a number is a typing mistake, for which the server has no price. */
const BEYOND = new Big(1e12);
/** A decimal as the server writes one. */
const DECIMAL = /^\d{1,40}(?:\.\d{1,40})?$/;

/** Parses a value from the server; null for one that is missing or no decimal. */
const readDecimal = (text: string | undefined) => (text !== undefined && DECIMAL.test(text) ? new Big(text) : null);

/** Parses the input as the server does; null where it is no quantity, which the server will reject. */
function readQuantity(text: string): Big | null {
  const plain = text
    .trim()
    .replace(/[\uff0c-\uff0e\uff10-\uff19]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/^(\d*),(\d\d?)$/, "$1.$2");
  return QUANTITY.test(plain) ? new Big(plain) : null;
}

/** The next step below (−1) or above (1), inside the range. */
export function nextQuantity(range: Range, text: string, direction: 1 | -1): string {
  const lowest = readDecimal(range.lowest) ?? new Big(0);
  const highest = readDecimal(range.highest);
  const step = readDecimal(range.step) ?? new Big("0.01");
  const current = readQuantity(text);
  let next = lowest;
  if (current?.gte(lowest)) {
    const above = current.minus(lowest).mod(step);
    const onGrid = current.minus(above);
    if (direction === 1) next = onGrid.plus(step);
    else next = above.gt(0) ? onGrid : onGrid.minus(step);
  }
  if (next.lt(lowest)) next = lowest;
  if (highest?.lt(next)) next = highest;
  return (next.lt(BEYOND) ? next : lowest).toFixed();
}

/**
 * The cost of a quantity, while it is typed.
 *
 * @param price per terabyte, a decimal
 * @returns the payment at 8 decimals, or undefined for what is no quantity, and for what rounds to 0
 */
export function livePayment(text: string, price: string | undefined, rounding: Rounding): string | undefined {
  const quantity = readQuantity(text);
  const cost = readDecimal(price);
  if (!quantity || !cost || quantity.gte(BEYOND)) return undefined;
  const payment = quantity.times(cost).round(PAYMENT_PLACES, ROUNDING[rounding]);
  return payment.gt(0) ? payment.toFixed() : undefined;
}

/**
 * What a balance lacks for a payment.
 *
 * @returns a decimal above 0, or undefined where nothing is known to be missing
 */
export function shortOf(balance: string | undefined, payment: string | undefined): string | undefined {
  const [available, cost] = [readDecimal(balance), readDecimal(payment)];
  // Rounded up: the deposit must suffice.
  return available && cost?.gt(available)
    ? cost.minus(available).round(PAYMENT_PLACES, ROUNDING.up).toFixed()
    : undefined;
}

/**
 * What comes back of a payment, an estimate.
 *
 * @param factor what comes back of 1 paid, from `backFactor` of the server; null where that is unknown
 * @returns a decimal rounded down at 8 places
 */
export function estimatedBack(payment: string | undefined, factor: string | null): string | undefined {
  const [paid, share] = [readDecimal(payment), readDecimal(factor ?? undefined)];
  return paid && share ? paid.times(share).round(PAYMENT_PLACES, ROUNDING.down).toFixed() : undefined;
}

/** The lowest quantity has this share of the whole length; eight times more of it halves the rest. */
const LENGTH_LEFT = 0.6;
const LENGTH_HALVED_AT = 8;

/**
 * The lengths of the bars of a payment and of what comes back: in proportion to each other, and longer with the
 * quantity.
 *
 * @returns percent of the whole length; geometry alone
 */
export function barLengths(range: Range, text: string, payment = "0", back = "0"): [paid: number, back: number] {
  const times = Number(readQuantity(text)?.toFixed()) / Number(range.lowest);
  const longest = Math.max(Number(payment), Number(back));
  const percent = (100 - (100 * LENGTH_LEFT) / (1 + Math.max(times - 1, 0) / LENGTH_HALVED_AT)) / longest;
  const lengthOf = (amount: string) => Math.round(Number(amount) * percent * 100) / 100 || 0;
  return [lengthOf(payment), lengthOf(back)];
}

/** What a signed-in buyer does next. */
export interface NextStep {
  name: "link" | "deposit" | "buy";
  /** The missing amount, a decimal. */
  short?: string | undefined;
  /** The place of the step among those that are left before the purchase. */
  place?: readonly [number: number, count: number] | undefined;
  /** Whether the authenticator is linked and the balance covers the payment; undefined where not both are known. */
  done?: readonly [linked: boolean, covered: boolean] | undefined;
}

/**
 * The next step of a purchase. Where binding, balance or payment is not known it is the purchase, and no step counts as
 * done.
 *
 * @param bound whether the authenticator is linked, and `linked` whether that was done on the way to this purchase
 * @param balance a decimal in the pay symbol, as `payment`
 */
export function nextStep(
  { bound, linked, balance }: { bound?: boolean | undefined; linked: boolean; balance?: string | undefined },
  payment: string | undefined,
): NextStep {
  // Without a payment nobody knows whether a deposit is left.
  if (bound === undefined || !readDecimal(balance) || payment === undefined) return { name: "buy" };
  const short = shortOf(balance, payment);
  const done = [bound, !short] as const;
  if (!bound) return { name: "link", short, place: [1, short ? 2 : 1], done };
  if (short) return { name: "deposit", short, place: linked ? [2, 2] : [1, 1], done };
  return { name: "buy", done };
}

/**
 * The toast's text on blur when the quantity is above the maximum, below the minimum or between two steps (behaviour
 * 5.9), the same as the server's error.
 *
 * @param maxBuy the product's own maximum, which need not be on a step
 */
export function limitWarning(range: Range, maxBuy: string | undefined, text: string): string | undefined {
  const quantity = readQuantity(text);
  const least = readDecimal(range.lowest);
  const most = readDecimal(maxBuy);
  if (!quantity || !least) return undefined;
  if (most && quantity.gt(most)) return messageWith("errors.quantityMax", { max: maxBuy ?? "" });
  if (quantity.gte(BEYOND)) return "errors.outOfStock";
  if (least.gt(quantity)) return messageWith("errors.quantityMin", { min: range.lowest });
  if (quantity.minus(least).mod(range.step).eq(0)) return undefined;
  const nearest = new Set([nextQuantity(range, text, -1), nextQuantity(range, text, 1)]);
  return messageWith("errors.quantityStep", { step: range.step, nearest: [...nearest].join(" / ") });
}

/**
 * The stepper with scripts, with the payment for the typed quantity. It shows a preview: the server computes the
 * payment again and signs it.
 *
 * @param initial the field's value in the document, and `payment` the server's payment for it
 */
export function useStepper({
  range,
  maxBuy,
  price,
  rounding,
  initial,
  payment,
}: {
  range: Range;
  maxBuy?: string | undefined;
  price?: string | undefined;
  rounding: Rounding;
  initial: string;
  payment?: string | undefined;
}) {
  const [text, setText] = useState(initial);
  const [warning, setWarning] = useState<{ text: string }>();
  const [isChanged, setIsChanged] = useState(false);
  // Input typed before scripts ran is preserved. React calls a ref, and applies its update, in the commit that hydrates
  // the field: before a press that comes with it. An effect may come after the press.
  const input = useCallback((field: HTMLInputElement | null) => field && setText(field.value), []);

  const change = (next: string | ((current: string) => string)) => {
    setWarning(undefined);
    setIsChanged(true);
    setText(next);
  };
  const move = (direction: 1 | -1) => (event: MouseEvent) => {
    event.preventDefault();
    change((current) => nextQuantity(range, current, direction));
    const { highest } = range;
    if (direction === 1 && highest !== undefined && readQuantity(text)?.gte(highest))
      setWarning({ text: messageWith("errors.quantityMax", { max: highest }) });
  };
  return {
    input,
    text,
    payment: text === initial ? payment : livePayment(text, price, rounding),
    warning,
    /** Whether the visitor has changed the quantity: a screen reader then hears what it costs. */
    isChanged,
    decrease: move(-1),
    increase: move(1),
    choose: change,
    type: (event: ChangeEvent<HTMLInputElement>) => change(event.target.value),
    leave: () => {
      const message = limitWarning(range, maxBuy, text);
      setWarning(message === undefined ? undefined : { text: message });
    },
    // The response contains the error, which may be a different one.
    send: () => setWarning(undefined),
  };
}
