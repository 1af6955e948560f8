import { normalized } from "~server/normalized";
import { readDecimal } from "~server/purchase/decimal";
import { saleRule, stockRule } from "~server/purchase/rules";
import { cycleDays } from "~server/purchase/terms";
import type { Product } from "~server/upstream/catalogue";
import type Big from "big.js";

/** Length of the searched text; an introduction may have 100,000 characters. */
const TEXT_MAX_LENGTH = 400;

const FIELDS = [
  ...["productId", "title", "thumbnail", "status", "statusText", "price", "paySymbol", "unclear"],
  ...["miningCycleDays", "serviceRatePercent", "incomeType", "profitRatioPercent", "minBuy", "maxBuy", "stepBuy"],
] as const satisfies readonly (keyof Product)[];

export interface Plan extends Pick<Product, (typeof FIELDS)[number]> {
  /** The searched text, cut and `folded`. */
  text: string;
  /** Rank for sorting by availability: 0 for sale, 1 soon, 2 sold out. */
  place: number;
  /** Sort keys, made by `orderKey`. */
  keys: { price?: string; daily?: string; cycle?: string };
}

/** Returns a plan and its length as JSON. Copies the texts, because a substring would retain the whole response. */
export function planOf(product: Product): { plan: Plan; characters: number } {
  const { title, statusText, introduce, attributes, otherAttributes, otherAttrs } = product;
  const described = [...attributes, ...otherAttributes, ...otherAttrs];
  const texts = [title, statusText ?? "", ...described.flatMap(({ attr, description }) => [attr, description])];
  const text = [...texts, (introduce ?? "").slice(0, TEXT_MAX_LENGTH)].join("\n").slice(0, TEXT_MAX_LENGTH);
  const stored = Object.fromEntries(FIELDS.map((name) => [name, product[name]]));
  const written = JSON.stringify({
    ...stored,
    text: folded(text),
    place: placeOf(product),
    keys: keysOf(product),
  });
  return { plan: JSON.parse(written) as Plan, characters: written.length };
}

function placeOf(product: Product): number {
  if (product.status === "presale") return 1;
  return !saleRule(product) && !stockRule(product) ? 0 : 2;
}

function keysOf(product: Product): Plan["keys"] {
  const [cost, days] = [readDecimal(product.price), readDecimal(product.miningCycleDays)];
  // Only plans with a whole number of days have a cost per day.
  const whole = cycleDays(product);
  return {
    price: cost && orderKey(cost),
    cycle: days && orderKey(days),
    daily: whole && cost?.gt(0) ? orderKey(cost.div(whole)) : undefined,
  } as Plan["keys"];
}

/** Length of a key's prefix; decimals have at most 40 digits before the point. */
const LENGTH_DIGITS = 3;

/** Writes a non-negative decimal as text that sorts like its number: `00212.5` (whole part's length, digits). */
export function orderKey(number: Big): string {
  const [whole = "0", fraction] = number.toFixed().split(".");
  const key = String(whole.length).padStart(LENGTH_DIGITS, "0") + whole;
  const digits = fraction?.replace(/0+$/, "");
  return digits ? `${key}.${digits}` : key;
}

/** Folds compatible characters (NFKC), case, `ß` and `ss`, and both sigmas; drops invisible characters. */
export function folded(text: string): string {
  return normalized(text, "NFKC")
    .toUpperCase()
    .toLowerCase()
    .replace(/\u03c2/g, "\u03c3")
    .replace(/[\p{Cf}\p{DI}]/gu, "")
    .normalize("NFKC");
}

export function wordsOf(query: string): string[] {
  return [...new Set(folded(query).split(/[\s\p{Z}\p{Cc}]+/u))].filter((word) => word !== "");
}
