import { orderKey } from "~server/catalogue/order-key";
import { folded } from "~server/catalogue/words";
import { placeOf } from "~server/catalogue/products";
import { readDecimal } from "~server/purchase/decimal";
import { cycleDays } from "~server/purchase/terms";
import type { Product } from "~server/upstream/catalogue";

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
