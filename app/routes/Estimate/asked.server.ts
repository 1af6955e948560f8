import type { Locale } from "~server/i18n/locale";
import { message, type Message } from "~server/i18n/message";
import { findPower } from "~server/catalogue/listing";
import { WHOLE_LIST_PAGE_SIZE } from "~server/catalogue/snapshot";
import { RATIOS, type Ratio } from "~server/purchase/estimate";
import { checkQuantity, quantityRange } from "~server/purchase/quantity";
import { beginningOf } from "~server/search-words";
import { productList, type Product } from "~server/upstream/catalogue";
import { id } from "~server/upstream/parsers";

/** No quantity is as long as this; the page does not repeat longer input. */
export const QUANTITY_SHOWN_LENGTH = 32;

/** Reads the products to choose from, as many as one call returns. Throws UpstreamRejected, UpstreamUnavailable. */
export async function readChoices(locale: Locale) {
  const page = { page: 1, pageSize: WHOLE_LIST_PAGE_SIZE, type: "power" } as const;
  const list = await productList({ locale }, page);
  return { asOf: list.asOf, products: list.products };
}

/**
 * Reads the product that an address names; "unknown" if there is no such power product.
 *
 * @throws UpstreamRejected, UpstreamUnavailable
 */
export async function readNamed(locale: Locale, named: string | null) {
  if (!named) return "none";
  const productId = id(named);
  if (productId === undefined) return "unknown";
  try {
    return await findPower(locale, productId);
  } catch (error) {
    // The response is a 404, or a 301 to the page of a hosted miner, which is not sold by the terabyte.
    if (error instanceof Response) return "unknown";
    throw error;
  }
}

/**
 * Reads the quantity by the rules of the product's page; a blank one means the minimum.
 *
 * @returns the quantity in its canonical spelling, or the field's value with its error
 */
export function readAmount(product: Product | undefined, typed: string): { shown: string; wrong?: Message } {
  const range = product && quantityRange(product);
  if (!typed.trim() && range !== null) return { shown: range?.lowest ?? "" };
  const checked = checkQuantity(product ?? {}, typed);
  if (checked.ok) return { shown: checked.quantity };
  const { key, values } = range === null ? ({ key: "errors.outOfStock", values: {} } as const) : checked.error;
  return { shown: beginningOf(typed, QUANTITY_SHOWN_LENGTH), wrong: message(key, values) };
}

/** Reads the case. Distinguishes an unknown name from a missing one, so that the page can report it. */
export function readRatio(asked: string | null): { ratio: Ratio; isOdd: boolean } {
  const ratio = RATIOS.find((one) => one === asked);
  return { ratio: ratio ?? "full", isOdd: ratio === undefined && Boolean(asked) };
}
