import { LIST_CALLS_MAX, MINER_PAGE_SIZE, POWER_PAGE_SIZE, WHOLE_LIST_PAGE_SIZE } from "~server/constants";
import { lastPageOf, pageOf } from "~server/list-page";
import type { Locale } from "~server/locale";
import { pictureFor, type Picture } from "~server/pictures/shown";
import { quantityRange, type QuantityLimits } from "~server/purchase/quantity";
import { saleRule, stockRule } from "~server/purchase/rules";
import { productDetail, productList, type Product, type ProductType } from "~server/upstream/catalogue";
import { termsOf, type Terms } from "~server/purchase/terms";
import type { ReadOptions } from "~server/upstream/public-cache";
import { Absent, Refused, Unavailable } from "~server/upstream/transport";
import { unlessUnavailable } from "~server/upstream/unavailable";

/** Products as the public pages ask for them: a list up to a page, and one by its address. */

const PAGE_SIZES = { power: POWER_PAGE_SIZE, miner: MINER_PAGE_SIZE } as const;

/** A list as far as it is shown. */
export interface ProductPages<Shown = Product> {
  products: Shown[];
  /** The first page that is shown, from 1, and how many products the pages before it have. */
  first: number;
  before: number;
  /** The last page that is shown, from 1. */
  page: number;
  count: number;
  more: boolean;
  /** Products of the shown pages that cannot even be named. */
  leftOut: number;
  /** When the oldest answer in it is from, where the platform gave no new one (milliseconds since 1970). */
  asOfMs?: number;
}

/** Where a product belongs: 0 with what is for sale, 1 with what will be, 2 with what is sold out. */
export function placeOf(product: Product, type: ProductType): number {
  // A miner is sold on request, so only its status counts.
  const isForSale = type === "miner" ? product.status !== "ended" : !saleRule(product) && !stockRule(product);
  if (product.status === "presale") return 1;
  return isForSale ? 0 : 2;
}

/**
 * Products of one page of the platform: first what is for sale, then what will be, last what is sold out; within each
 * in the order of the platform (behaviour 2.70). Only within a page, so that none is twice or nowhere in a longer list.
 */
export function soldOutLast(products: readonly Product[], type: ProductType): Product[] {
  // The sort of Node keeps the order of equals.
  return [...products].sort((one, other) => placeOf(one, type) - placeOf(other, type));
}

/**
 * Reads pages 1 to `page` of a list, so that a link to page 3 shows all of it without scripts; of a late page only the
 * last ones that eight calls can read (behaviour 2.22).
 *
 * @param locale the visitor's locale
 * @param type which list; each has its page size (behaviour 9.9)
 * @param page what the query says; anything but a whole number from 1 reads as 1
 * @param show cuts a product down to what its card says: a list travels to the browser
 * @throws Unavailable when a page can be had neither new nor from the last good answer
 */
export async function readProductPages<Shown>(
  locale: Locale,
  type: ProductType,
  page: string | null,
  show: (product: Product) => Shown,
): Promise<ProductPages<Shown>> {
  const pageSize = PAGE_SIZES[type];
  const read = (number: number, options?: ReadOptions) =>
    productList({ locale }, { page: number, pageSize, type }, options);
  const wanted = pageOf(page);
  const begin = await read(1);
  // Nobody's address makes the platform look for pages that it does not count; where it counts none, one is asked for.
  const counted = lastPageOf(begin, pageSize);
  const last = Math.min(wanted, counted ?? wanted);
  const first = last <= LIST_CALLS_MAX ? 1 : last - LIST_CALLS_MAX + 2;
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const lists = await Promise.all(
    numbers.map(async (number) => (number === 1 ? begin : read(number, { isGuess: counted === undefined }))),
  );
  const asOf = lists.flatMap((list) => (list.asOf ? [list.asOf.getTime()] : []));
  // A product that moved between two reads must not stand in the list twice.
  const inOrder = lists.flatMap((list) => soldOutLast(list.products, type));
  const products = [...new Map(inOrder.map((one) => [one.productId, one])).values()];
  return {
    products: products.map(show),
    ...{ first, before: (first - 1) * pageSize, page: last },
    count: Math.max(...lists.map(({ count }) => count)),
    more: lists.at(-1)?.more ?? false,
    leftOut: lists.reduce((sum, list) => sum + list.leftOut, 0),
    ...(asOf.length ? { asOfMs: Math.min(...asOf) } : {}),
  };
}

/**
 * Reads the product of a page about one. A refusal with whatever code is no word about whether the product exists: a
 * platform that is closed for an hour must not make search engines and visitors forget its products.
 *
 * @returns null where it can be had neither new nor from the last good answer: the page answers 503
 * @throws Response 404 only where the platform says clearly that there is none (success without data, or HTTP 404)
 */
export async function findProduct(locale: Locale, productId: string) {
  try {
    return await productDetail({ locale }, productId);
  } catch (error) {
    if (error instanceof Absent) throw new Response(null, { status: 404 });
    if (error instanceof Refused || error instanceof Unavailable) return null;
    throw error;
  }
}

/** The page of a hosted miner. */
export function minerPath(productId: string): string {
  return `/MinerProductDetail/${encodeURIComponent(productId)}`;
}

/**
 * Reads the product of a page about computing power, as `findProduct` does.
 *
 * @throws Response also 301 to the page of a hosted miner (behaviour 2.30)
 */
export async function findPower(locale: Locale, productId: string) {
  const [found, miner] = await Promise.all([
    findProduct(locale, productId).catch((error: unknown) => ({ error })),
    isMiner(locale, productId),
  ]);
  // Not for a browser to keep: the platform may sell as power tomorrow what it hosts today.
  const headers = { Location: minerPath(productId), "Cache-Control": "no-store", "X-Remix-Reload-Document": "true" };
  if (miner) throw new Response(null, { status: 301, headers });
  if (found && "error" in found) throw found.error;
  return found;
}

/**
 * Whether an id is that of a hosted miner: the list of miners names it and the whole list of power does not (behaviour
 * 2.30). Both come from one call of the platform, so the product itself does not say it.
 *
 * @param options how old the lists may be
 * @returns false also where the lists cannot be read, or are longer than is read for one page
 */
export async function isMiner(locale: Locale, productId: string, options?: ReadOptions): Promise<boolean> {
  const [miners, power] = await Promise.all([wholeList(locale, "miner", options), wholeList(locale, "power", options)]);
  if (!miners?.names(productId)) return false;
  return power !== undefined && power.isWhole && !power.names(productId);
}

async function wholeList(locale: Locale, type: ProductType, options?: ReadOptions) {
  const page = { page: 1, pageSize: WHOLE_LIST_PAGE_SIZE, type };
  const list = await unlessUnavailable(productList({ locale }, page, options));
  return (
    list && {
      isWhole: !list.more,
      names: (id: string) => list.products.some(({ productId }) => productId === id),
    }
  );
}

/** What a card of a product about computing power shows: a list sends no other fields to the browser. */
export type PowerCard = Pick<
  Product,
  | ("productId" | "title" | "status" | "statusText")
  | ("price" | "paySymbol" | "miningCycleDays" | "serviceRatePercent" | "incomeType" | "profitRatioPercent")
> &
  Terms & {
    thumbnail?: Picture | undefined;
    /** Of what is on sale nothing is left to buy. */
    soldOut?: true | undefined;
  };

/** The fields that the card of a product about computing power shows. */
export function cardOf(
  product: Omit<PowerCard, "thumbnail" | "soldOut" | keyof Terms> & Pick<Product, "thumbnail"> & QuantityLimits,
): PowerCard {
  const { productId, title, status, statusText, price, paySymbol } = product;
  const { miningCycleDays, serviceRatePercent, incomeType, profitRatioPercent } = product;
  return {
    ...{ productId, title, status, statusText, price, paySymbol },
    thumbnail: pictureFor("card", product.thumbnail),
    soldOut: quantityRange(product) ? undefined : true,
    ...{ miningCycleDays, serviceRatePercent, incomeType, profitRatioPercent, ...termsOf(product) },
  };
}
