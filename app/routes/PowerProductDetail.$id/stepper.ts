import { useCallback, useState, type ChangeEvent, type MouseEvent } from "react";
import { messageWith } from "~/i18n/text";
import {
  BEYOND,
  limitAt,
  livePayment,
  nextQuantity,
  readDecimal,
  readQuantity,
  type Range,
} from "~/components/product/amounts";
import { isBelow, rest, sum } from "~/components/form/decimal-text";
import type { OpenSale } from "./offer.server";

/** Returns the server's error for a quantity outside the range or between steps; `maxBuy` need not be on a step. */
export function limitWarning(range: Range, maxBuy: string | undefined, text: string): string | undefined {
  const quantity = readQuantity(text);
  const most = readDecimal(maxBuy);
  if (quantity === null) return undefined;
  if (most !== null && isBelow(most, quantity)) return messageWith("errors.quantityMax", { max: String(maxBuy) });
  if (!isBelow(quantity, BEYOND)) return "errors.outOfStock";
  if (isBelow(quantity, range.lowest)) return messageWith("errors.quantityMin", { min: range.lowest });
  if (rest(sum(quantity, range.lowest, -1), range.step) === "0") return undefined;
  const nearest = new Set([nextQuantity(range, text, -1), nextQuantity(range, text, 1)]);
  return messageWith("errors.quantityStep", { step: range.step, nearest: [...nearest].join(" / ") });
}

/**
 * Previews the payment, which the server computes again and signs, while the quantity changes.
 *
 * @param refused the rejected value, which has no payment unless one was shown before the press
 * @param buyAmount the page's quantity; `payment` is the server's payment for it
 */
export function useStepper({
  range,
  maxBuy,
  price,
  rounding,
  initial,
  refused,
  buyAmount,
  payment,
}: Pick<OpenSale, "range" | "rounding" | "buyAmount" | "payment"> &
  Record<"maxBuy" | "price" | "refused", string | undefined> & { initial: string }) {
  const [text, setText] = useState(initial);
  const [warning, setWarning] = useState<{ text: string }>();
  const [isChanged, setIsChanged] = useState(false);
  // Preserves input typed before scripts ran. React applies a ref's update in the commit that hydrates; an effect might
  // run only after the press that makes React hydrate the field.
  const input = useCallback((field: HTMLInputElement | null) => {
    if (!field) return;
    field.dataset["live"] = "";
    setText(field.value);
  }, []);

  const worth = text === buyAmount ? payment : livePayment(text, price, rounding, range);
  const change = (next: string | ((current: string) => string)) => {
    setWarning(undefined);
    setIsChanged(true);
    setText(next);
  };
  const move = (direction: 1 | -1) => (event: MouseEvent) => {
    event.preventDefault();
    change((current) => nextQuantity(range, current, direction));
    const limit = limitAt(range, text, direction);
    const key = direction === 1 ? "errors.quantityMax" : "errors.quantityMin";
    if (limit) setWarning({ text: messageWith(key, { max: limit, min: limit }) });
  };
  return {
    input,
    text,
    payment: text === refused && !isChanged ? undefined : worth,
    warning,
    isChanged,
    decrease: move(-1),
    increase: move(1),
    choose: change,
    type: (event: ChangeEvent<HTMLInputElement>) => change(event.target.value),
    leave: () => {
      const message = limitWarning(range, maxBuy, text);
      setWarning(message === undefined ? undefined : { text: message });
    },
    // The response contains the error, which may differ.
    send: () => setWarning(undefined),
  };
}
