import { plainDigits } from "~/i18n/digits";
import Big from "big.js";
import { PAYMENT_PRECISION, QUANTITY_PRECISION } from "~server/specification";
import type { Product } from "~server/upstream/catalogue";
import { readDecimal } from "./decimal";
import type { PurchaseMessage } from "./outcome";

/**
 * The quantity of a purchase, in terabytes.
 *
 * Above the maximum two rules apply (decision 0031): "on blur a toast says the maximum or minimum count was exceeded",
 * and "before payment, if maxBuy is 0 or the quantity exceeds maxBuy: insufficient-stock". Both hold, each at its time.
 * `checkQuantity` is the field's rule (the stepper and the blur) and names the limit; the rule before payment is in
 * `rules.ts` and reports insufficient stock. Where nothing can be bought at all the field reports that too: "the
 * maximum is 0" would make a buyer look for a number that works.
 */
export type QuantityLimits = Pick<Product, "minBuy" | "maxBuy" | "stepBuy">;

/** The quantity in its one spelling (no leading or trailing zeros), or what is wrong with it. */
export type QuantityCheck = { ok: true; quantity: string } | { ok: false; error: PurchaseMessage };

const PLAIN = new RegExp(`^\\d+(?:\\.\\d{1,${QUANTITY_PRECISION}})?$`);
/** As many digits as a decimal of the upstream may have: a quantity with more is above every maximum. */
const DIGITS_MAX = 40;
const ABOVE_ALL = `1${"0".repeat(DIGITS_MAX)}`;
/** From here on it is a typing mistake: nobody buys a billion petabytes, whatever a product allows. */
const BEYOND = new Big("1e12");
const FINEST = new Big(10).pow(-QUANTITY_PRECISION);

/**
 * Normalises a typed number (behaviour 5.32): digits and signs of Chinese and Arabic keyboards are plain ones, one
 * comma before one or two digits is the decimal point, and `1.` and `.5` are numbers. Everything else stays as it is,
 * to be refused rather than guessed: in `1,000` the comma may stand for thousands.
 */
function plainNumber(raw: string): string {
  return plainDigits(raw.trim())
    .replace(/\uff0e/g, ".")
    .replace(/^(\d*)[,\uff0c\u066b](\d{1,2})$/, "$1.$2")
    .replace(/^(\d+)\.$/, "$1")
    .replace(/^\.(?=\d)/, "0.");
}

/**
 * Reads the typed text, without the product's limits.
 *
 * @param raw the field's text
 * @returns the quantity in terabytes, at most 2 decimals; `checkQuantity` applies the maximum. A number of more than 40
 *   digits becomes 10<sup>40</sup>: arithmetic takes longer with each digit
 */
export function readQuantity(raw: string): QuantityCheck {
  const text = plainNumber(raw);
  if (text === "") return { ok: false, error: { key: "errors.quantityRequired" } };
  if (!PLAIN.test(text)) return { ok: false, error: { key: "errors.quantityInvalid" } };
  const figures = text.replace(/^0+(?=\d)/, "");
  const isReadable = (figures.split(".")[0]?.length ?? 0) <= DIGITS_MAX;
  return { ok: true, quantity: isReadable ? new Big(figures).toFixed() : ABOVE_ALL };
}

/** The quantities that can be bought: `lowest`, then every whole `step` from `anchor` on, up to `highest`. */
interface Grid {
  anchor: Big;
  step: Big;
  lowest: Big;
  highest: Big | undefined;
}

/** The least multiple of a product's step that 2 decimals can write: a step of 0.015 is met at every second place. */
function writableStep(stepBuy: Big | undefined): Big {
  if (stepBuy === undefined || stepBuy.lte(0)) return FINEST;
  let divisor = stepBuy;
  let rest = FINEST;
  while (rest.gt(0)) [divisor, rest] = [rest, divisor.mod(rest)];
  return stepBuy.times(FINEST.div(divisor));
}

/**
 * A missing limit bounds nothing; a missing step is 0.01 (behaviour 9.13). The grid starts at minBuy, as in `<input
 * type="number">`, or at 0 where no minimum was sent (0 itself is no purchase).
 */
function grid(product: QuantityLimits): Grid {
  const minimum = readDecimal(product.minBuy)?.round(QUANTITY_PRECISION, Big.roundUp);
  const maximum = readDecimal(product.maxBuy);
  const step = writableStep(readDecimal(product.stepBuy));
  const anchor = minimum?.gt(0) ? minimum : new Big(0);
  const lowest = anchor.gt(0) ? anchor : step;
  return { anchor, step, lowest, highest: maximum?.lt(lowest) ? new Big(0) : maximum && floor(maximum, anchor, step) };
}

/** The last place of the grid that is not above a number (which must not be below the anchor). */
function floor(value: Big, anchor: Big, step: Big): Big {
  return value.minus(value.minus(anchor).mod(step));
}

/**
 * What the quantity field allows, for its `min`, `max` and `step` and for its first value (the lowest).
 *
 * @returns terabytes with at most 2 decimals; null where no quantity can be bought (maxBuy 0, or below minBuy)
 */
export function quantityRange(product: QuantityLimits): { lowest: string; highest?: string; step: string } | null {
  const { lowest, highest, step } = grid(product);
  if (highest?.eq(0)) return null;
  return { lowest: lowest.toFixed(), step: step.toFixed(), ...(highest && { highest: highest.toFixed() }) };
}

/**
 * The rule of the quantity field (behaviour 5.9): between minBuy and maxBuy, in steps of stepBuy counted from minBuy,
 * at most 2 decimals. The note above explains its relation to the stock rule before payment.
 *
 * @param raw the field's text
 * @returns the quantity in terabytes in its one spelling, or the text to show; `max`, `min` and `step` are terabytes
 */
export function checkQuantity(product: QuantityLimits, raw: string): QuantityCheck {
  const read = readQuantity(raw);
  if (!read.ok) return read;
  const { anchor, step, lowest, highest } = grid(product);
  const quantity = new Big(read.quantity);
  const rejected = (key: PurchaseMessage["key"], values?: Record<string, string>): QuantityCheck => ({
    ok: false,
    error: { key, ...(values && { values }) },
  });
  if (highest?.eq(0)) return rejected("errors.outOfStock");
  const maximum = readDecimal(product.maxBuy);
  if (maximum && quantity.gt(maximum)) return rejected("errors.quantityMax", { max: maximum.toFixed() });
  if (quantity.gte(BEYOND)) return rejected("errors.outOfStock");
  if (quantity.lt(lowest)) return rejected("errors.quantityMin", { min: lowest.toFixed() });
  if (onGrid(quantity, anchor, step)) return read;
  const below = floor(quantity, anchor, step);
  const nearest = [below, below.plus(step)].filter((place) => !highest?.lt(place)).map((place) => place.toFixed());
  return rejected("errors.quantityStep", { step: step.toFixed(), nearest: nearest.join(" / ") });
}

/**
 * The − and + of the stepper (behaviour 10.14): the next place of the grid below or above, never outside the limits. An
 * unreadable text starts at the lowest.
 *
 * @param current the field's text
 * @returns terabytes, at most 2 decimals; "0" where nothing can be bought
 */
export function stepQuantity(product: QuantityLimits, current: string, direction: "up" | "down"): string {
  const { anchor, step, lowest, highest } = grid(product);
  const read = readQuantity(current);
  let next = lowest;
  if (read.ok && lowest.lte(read.quantity)) {
    const below = floor(new Big(read.quantity), anchor, step);
    if (direction === "up") next = below.plus(step);
    else if (below.lt(read.quantity)) next = below;
    else next = below.minus(step);
  }
  if (next.lt(lowest)) next = lowest;
  if (highest?.lt(next)) next = highest;
  return (next.lt(BEYOND) ? next : lowest).toFixed();
}

/** The limit that the text has reached or passed, below or above: a press of − or + changes nothing, and says so. */
export function limitAt(product: QuantityLimits, current: string, direction: "up" | "down"): string | undefined {
  const { lowest, highest } = grid(product);
  const read = readQuantity(current);
  if (!read.ok) return undefined;
  if (direction === "down") return lowest.gte(read.quantity) ? lowest.toFixed() : undefined;
  return highest?.lte(read.quantity) ? highest.toFixed() : undefined;
}

/** Round figures that people buy: those that the product allows. */
const ROUND = ["1", "10", "100", "1000", "10000"].flatMap((place) =>
  [1, 2, 5].map((figure) => new Big(place).times(figure)),
);
const QUICK_SHOWN = 3;

/** Quantities that one press chooses, in terabytes. */
export interface Quick {
  /** The least, and the next round ones. */
  amounts: string[];
  /** The most that can be bought in one purchase, and paid where the balance is known; undefined without a bound. */
  most?: string | undefined;
}

/**
 * The quantities that the product page offers beside its stepper (behaviour 2.49). Each is one that `checkQuantity`
 * accepts.
 *
 * @param price per terabyte, a decimal in the pay symbol
 * @param balance a decimal in the pay symbol; undefined for a signed-out visitor, or where it is not known
 */
export function quickQuantities(product: QuantityLimits, price: string | undefined, balance?: string): Quick {
  const { anchor, step, lowest, highest } = grid(product);
  if (highest?.eq(0)) return { amounts: [] };
  const isOffered = (quantity: Big) => quantity.gt(lowest) && !highest?.lt(quantity) && onGrid(quantity, anchor, step);
  const round = ROUND.filter(isOffered);
  const amounts = [lowest, ...round].slice(0, QUICK_SHOWN).map((quantity) => quantity.toFixed());
  const paid = payable(price, balance);
  const bound = paid && (!highest || paid.lt(highest)) ? paid : highest;
  // A maximum that nobody can type counts as none.
  const most = bound?.gte(lowest) && bound.lt(BEYOND) ? floor(bound, anchor, step) : undefined;
  return { amounts, most: most?.toFixed() };
}

/** The terabytes that a balance pays for, rounded down, however the payment is rounded (`PAY_ROUNDING`). */
function payable(price: string | undefined, balance: string | undefined): Big | undefined {
  const [cost, available] = [readDecimal(price), readDecimal(balance)];
  if (!cost?.gt(0) || !available?.gte(0)) return undefined;
  // No payment has a part of what is beyond its own decimals.
  return available.round(PAYMENT_PRECISION, Big.roundDown).div(cost).round(QUANTITY_PRECISION, Big.roundDown);
}

function onGrid(quantity: Big, anchor: Big, step: Big): boolean {
  return quantity.minus(anchor).mod(step).eq(0);
}
