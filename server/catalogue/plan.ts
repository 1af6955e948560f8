import { normalized } from "~server/normalized";
import { readDecimal } from "~server/purchase/decimal";
import { saleRule, stockRule } from "~server/purchase/rules";
import { cycleDays } from "~server/purchase/terms";
import type { Product } from "~server/upstream/catalogue";
import type Big from "big.js";

/** How much text is searched beside the title: an introduction may have 100,000 characters. */
const TEXT_MAX_LENGTH = 400;

const FIELDS = [
  ...["productId", "title", "thumbnail", "status", "statusText", "price", "paySymbol", "unclear"],
  ...["miningCycleDays", "serviceRatePercent", "incomeType", "profitRatioPercent", "minBuy", "maxBuy", "stepBuy"],
] as const satisfies readonly (keyof Product)[];

type StoredFields = Pick<
  Product,
  | ("productId" | "title" | "thumbnail" | "status" | "statusText" | "price" | "paySymbol" | "unclear")
  | ("miningCycleDays" | "serviceRatePercent" | "incomeType" | "profitRatioPercent" | "minBuy" | "maxBuy" | "stepBuy")
>;

/** A power product of the catalogue's snapshot: the fields for its card and a comparison, and the texts for search. */
export interface Plan extends StoredFields {
  /** Its texts as `folded` writes them, cut. */
  text: string;
  /** 0 for sale, 1 soon, 2 sold out: the order of "available first". */
  place: number;
  /** What it is sorted by, as `orderKey` writes it; undefined where that is not known. */
  keys: { price?: string; daily?: string; cycle?: string };
}

/**
 * A product as the snapshot stores it, and its length there.
 *
 * @returns the plan, which shares no text with the response: a substring would retain the whole text in memory
 */
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

/** The group of a power product: 0 for sale, 1 soon, 2 sold out. */
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

/** Digits of the length of a whole part: decimals have 40 digits at most before their point. */
const LENGTH_DIGITS = 3;

/**
 * A decimal as a text that sorts as its number does, and is equal for equal numbers: ten thousand products are sorted
 * by comparing texts, exactly, in the time in which big.js would compare a tenth of them.
 *
 * @param number not negative
 * @returns such as `00212.5`: the length of the whole part, then all its digits
 */
export function orderKey(number: Big): string {
  const [whole = "0", fraction] = number.toFixed().split(".");
  const key = String(whole.length).padStart(LENGTH_DIGITS, "0") + whole;
  const digits = fraction?.replace(/0+$/, "");
  return digits ? `${key}.${digits}` : key;
}

/**
 * A text as it is searched: compatible characters are one (NFKC: full-width letters, ligatures), and so are capital and
 * small letters, `ß` and `ss`, and both sigmas.
 */
export function folded(text: string): string {
  return normalized(text, "NFKC")
    .toUpperCase()
    .toLowerCase()
    .replace(/\u03c2/g, "\u03c3")
    .normalize("NFKC");
}

/** The words of a search, folded; each has to be somewhere in a text. */
export function wordsOf(query: string): string[] {
  return [...new Set(folded(query).split(/[\s\p{Z}\p{Cc}]+/u))].filter((word) => word !== "");
}
