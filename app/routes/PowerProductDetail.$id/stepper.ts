import { useEffect, useRef, useState, type ChangeEvent, type MouseEvent } from "react";
import { messageWith } from "~/i18n/text";
import { atPlaces, isMore, multiply, readDecimal, writeDecimal, type Decimal, type Rounding } from "./decimals";

/** What the quantity field allows, in terabytes, as the server has worked it out. */
export interface Range {
  lowest: string;
  highest?: string;
  step: string;
}

const QUANTITY_PLACES = 2;
const PAYMENT_PLACES = 8;

/** A quantity as the server reads one; longer numbers are typing mistakes, and it refuses them. */
const QUANTITY = /^\d{1,12}(?:\.\d{1,2})?$/;

/** Reads what was typed; null where it is no quantity, which the server will refuse. */
function readQuantity(text: string): Decimal | null {
  const plain = text.trim().replace(/[０-９．]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
  return QUANTITY.test(plain) ? readDecimal(plain) : null;
}

/** In hundredths of a terabyte. */
function hundredths(decimal: Decimal | null): bigint | null {
  return decimal && atPlaces(decimal, QUANTITY_PLACES);
}

/** The next step below (−1) or above (1), inside the range. */
export function nextQuantity(range: Range, text: string, direction: 1 | -1): string {
  const lowest = hundredths(readDecimal(range.lowest)) ?? BigInt(0);
  const highest = range.highest === undefined ? null : hundredths(readDecimal(range.highest));
  const step = hundredths(readDecimal(range.step)) ?? BigInt(1);
  const current = hundredths(readQuantity(text));
  let next = lowest;
  if (current !== null && current >= lowest) {
    const above = (current - lowest) % step;
    const onGrid = current - above;
    if (direction === 1) next = onGrid + step;
    else next = above > BigInt(0) ? onGrid : onGrid - step;
  }
  if (next < lowest) next = lowest;
  if (highest !== null && next > highest) next = highest;
  return writeDecimal({ whole: next, places: QUANTITY_PLACES });
}

/**
 * What a quantity would cost, as it is typed.
 *
 * @param price per terabyte, a decimal
 * @returns the payment at 8 decimals, or undefined for what is no quantity
 */
export function livePayment(text: string, price: string | undefined, rounding: Rounding): string | undefined {
  const quantity = readQuantity(text);
  const cost = price === undefined ? null : readDecimal(price);
  if (!quantity || !cost) return undefined;
  return writeDecimal(multiply(quantity, cost, PAYMENT_PLACES, rounding));
}

/**
 * The toast's text on blur when the quantity is above the maximum or below the minimum (behaviour 5.9), the same as the
 * server's refusal.
 *
 * @param maxBuy the product's own maximum, which need not be on a step
 */
export function limitWarning(range: Range, maxBuy: string | undefined, text: string): string | undefined {
  const quantity = readQuantity(text);
  const least = readDecimal(range.lowest);
  const most = maxBuy === undefined ? null : readDecimal(maxBuy);
  if (!quantity || !least) return undefined;
  if (most && isMore(quantity, most)) return messageWith("errors.quantityMax", { max: maxBuy ?? "" });
  if (isMore(least, quantity)) return messageWith("errors.quantityMin", { min: range.lowest });
  return undefined;
}

/**
 * The stepper with scripts, with the payment for what is typed (behaviour 5.9, 10.14). It shows a preview: the server
 * computes the payment again and signs it.
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
  const [warning, setWarning] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  // What was typed before scripts ran is kept.
  useEffect(() => setText((before) => input.current?.value ?? before), []);

  const move = (direction: 1 | -1) => (event: MouseEvent) => {
    event.preventDefault();
    setWarning(undefined);
    setText((current) => nextQuantity(range, current, direction));
  };
  return {
    input,
    text,
    payment: text === initial ? payment : livePayment(text, price, rounding),
    warning,
    decrease: move(-1),
    increase: move(1),
    type: (event: ChangeEvent<HTMLInputElement>) => {
      setWarning(undefined);
      setText(event.target.value);
    },

    leave: () => setWarning(limitWarning(range, maxBuy, text)),
  };
}
