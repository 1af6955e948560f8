import { plainDigits } from "~/i18n/digits";
import Big from "big.js";
import { PAYMENT_PRECISION, QUANTITY_PRECISION } from "~server/specification";
import type { Product } from "~server/upstream/catalogue";
import { readDecimal } from "./decimal";
import type { PurchaseMessage } from "./outcome";

/**
 * Two rules apply above the maximum: the field's (`checkQuantity`) names the limit; the one before payment (`rules.ts`)
 * reports insufficient stock, as the field does if nothing can be bought.
 */
export type QuantityLimits = Pick<Product, "minBuy" | "maxBuy" | "stepBuy">;

/** The quantity without superfluous zeros, or its error. */
export type QuantityCheck = { ok: true; quantity: string } | { ok: false; error: PurchaseMessage };

const PLAIN = new RegExp(`^\\d+(?:\\.\\d{1,${QUANTITY_PRECISION}})?$`);
/** Maximum digits of the upstream's decimals; a longer quantity is above every maximum. */
const DIGITS_MAX = 40;
const ABOVE_ALL = `1${"0".repeat(DIGITS_MAX)}`;
/** A larger quantity is a typing mistake for any product. */
const BEYOND = new Big("1e12");
const FINEST = new Big(10).pow(-QUANTITY_PRECISION);

/**
 * Normalises a typed number: Chinese and Arabic digits and signs, a comma before one or two decimals, `1.` and `.5`.
 * Anything else is refused: in `1,000` the comma may stand for thousands.
 */
function plainNumber(raw: string): string {
  return plainDigits(raw.trim())
    .replace(/[\uff0e\u3002\uff61]/g, ".")
    .replace(/^(\d*)[,\uff0c\u066b](\d{1,2})$/, "$1.$2")
    .replace(/^(\d+)\.$/, "$1")
    .replace(/^\.(?=\d)/, "0.");
}

/** Parses the typed text without the product's limits. More than 40 digits become 10^40, as they slow arithmetic. */
export function readQuantity(raw: string): QuantityCheck {
  const text = plainNumber(raw);
  if (text === "") return { ok: false, error: { key: "errors.quantityRequired" } };
  if (!PLAIN.test(text)) return { ok: false, error: { key: "errors.quantityInvalid" } };
  const figures = text.replace(/^0+(?=\d)/, "");
  const isReadable = (figures.split(".")[0]?.length ?? 0) <= DIGITS_MAX;
  return { ok: true, quantity: isReadable ? new Big(figures).toFixed() : ABOVE_ALL };
}

/** The quantities for sale: `lowest`, then every `step` from `anchor` on, up to `highest`. */
interface Grid {
  anchor: Big;
  step: Big;
  lowest: Big;
  highest: Big | undefined;
}

/** Returns the smallest multiple of a step that has two decimals: 0.03 for 0.015. big.js would be slow. */
function writableStep(stepBuy: Big | undefined): Big {
  if (stepBuy === undefined || stepBuy.lte(0)) return FINEST;
  const [whole = "", fraction = ""] = stepBuy.toFixed().split(".");
  if (fraction.length <= QUANTITY_PRECISION) return stepBuy;
  const step = BigInt(whole + fraction);
  let [divisor, rest] = [step, 10n ** BigInt(fraction.length - QUANTITY_PRECISION)];
  while (rest > 0n) [divisor, rest] = [rest, divisor % rest];
  return new Big(String(step / divisor)).times(FINEST);
}

/** Computes the grid, which starts at minBuy, as in `<input type="number">`, or at 0. A missing step is 0.01. */
function grid(product: QuantityLimits): Grid {
  const minimum = readDecimal(product.minBuy)?.round(QUANTITY_PRECISION, Big.roundUp);
  const maximum = readDecimal(product.maxBuy);
  const step = writableStep(readDecimal(product.stepBuy));
  const anchor = minimum?.gt(0) ? minimum : new Big(0);
  const lowest = anchor.gt(0) ? anchor : step;
  return { anchor, step, lowest, highest: maximum?.lt(lowest) ? new Big(0) : maximum && floor(maximum, anchor, step) };
}

function floor(value: Big, anchor: Big, step: Big): Big {
  return value.minus(value.minus(anchor).mod(step));
}

export function quantityRange(product: QuantityLimits): { lowest: string; highest?: string; step: string } | null {
  const { lowest, highest, step } = grid(product);
  if (highest?.eq(0)) return null;
  return { lowest: lowest.toFixed(), step: step.toFixed(), ...(highest && { highest: highest.toFixed() }) };
}

/** Checks the quantity field (behaviour 5.9). The values of its errors are terabytes. */
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

/** Returns the next grid point; the lowest if the text is unreadable, "0" if nothing can be bought. */
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

/** Returns the limit that the text has reached, so that − or + changes nothing. */
export function limitAt(product: QuantityLimits, current: string, direction: "up" | "down"): string | undefined {
  const { lowest, highest } = grid(product);
  const read = readQuantity(current);
  if (!read.ok) return undefined;
  if (direction === "down") return lowest.gte(read.quantity) ? lowest.toFixed() : undefined;
  return highest?.lte(read.quantity) ? highest.toFixed() : undefined;
}

const ROUND = ["1", "10", "100", "1000", "10000"].flatMap((place) =>
  [1, 2, 5].map((figure) => new Big(place).times(figure)),
);
const QUICK_SHOWN = 3;

export interface Quick {
  /** The minimum and the next round quantities. */
  amounts: string[];
  /** The most that can be bought at once and, if the balance is known, paid. */
  most?: string | undefined;
}

/** Returns quick amounts that `checkQuantity` accepts. */
export function quickQuantities(product: QuantityLimits, price: string | undefined, balance?: string): Quick {
  const { anchor, step, lowest, highest } = grid(product);
  if (highest?.eq(0)) return { amounts: [] };
  const isOffered = (quantity: Big) => quantity.gt(lowest) && !highest?.lt(quantity) && onGrid(quantity, anchor, step);
  const round = ROUND.filter(isOffered);
  const amounts = [lowest, ...round].slice(0, QUICK_SHOWN).map((quantity) => quantity.toFixed());
  const paid = payable(price, balance);
  const bound = paid && (!highest || paid.lt(highest)) ? paid : highest;
  // A maximum that cannot be typed is left out.
  const most = bound?.gte(lowest) && bound.lt(BEYOND) ? floor(bound, anchor, step) : undefined;
  return { amounts, most: most?.toFixed() };
}

/** Returns the terabytes that a balance pays for, rounded down whatever `PAY_ROUNDING` says. */
function payable(price: string | undefined, balance: string | undefined): Big | undefined {
  const [cost, available] = [readDecimal(price), readDecimal(balance)];
  if (!cost?.gt(0) || !available?.gte(0)) return undefined;
  // A payment cannot use the balance's further decimals.
  return available.round(PAYMENT_PRECISION, Big.roundDown).div(cost).round(QUANTITY_PRECISION, Big.roundDown);
}

function onGrid(quantity: Big, anchor: Big, step: Big): boolean {
  return quantity.minus(anchor).mod(step).eq(0);
}
