import type { CoinNames } from "~server/catalogue/names";
import { MINER_PAGE_SIZE, POWER_PAGE_SIZE } from "~server/specification";
import { LIST_CALLS_MAX, lastPageOf, parsePage } from "~server/loader/pagination";
import type { Locale } from "~server/i18n/locale";
import { pictureFor, type Picture } from "~server/pictures/picture";
import type { QuantityLimits } from "~server/purchase/quantity";
import { closedOf } from "~server/purchase/rules";
import type { Terms } from "~server/purchase/terms";
import { productList, type Product, type ProductType } from "~server/upstream/catalogue";
import type { ReadOptions } from "~server/upstream/client";

/** An upstream may send thousands of products per page. */
const CARDS_MAX = 1_000;
const PAGE_SIZES = { power: POWER_PAGE_SIZE, miner: MINER_PAGE_SIZE } as const;

export interface ProductPages<Shown = Product> {
  products: Shown[];
  /** The first displayed page (from 1), and the number of products before it. */
  first: number;
  before: number;
  page: number;
  count: number;
  more: boolean;
  omittedCount: number;
  /** Time of the oldest cached response; set only while the upstream fails. */
  asOfMs?: number;
}

/** The list, or only the number of the last page if the URL names a later page. */
export type WantedPages<Shown> =
  | { list: ProductPages<Shown>; lastPage?: undefined }
  | { list?: undefined; lastPage: number };

/**
 * Reads pages 1 to `page` of a list, or page 1 and the last seven, so that a link to page 3 works without scripts.
 *
 * @param page from the query; anything but a whole number from 1 counts as 1
 * @param show reduces a product to its card's data, because the browser receives the list
 */
export async function readProductPages<Shown>(
  locale: Locale,
  type: ProductType,
  page: string | null,
  show: (product: Product) => Shown,
): Promise<WantedPages<Shown>> {
  const pageSize = PAGE_SIZES[type];
  const read = (number: number, options?: ReadOptions) =>
    productList({ locale }, { page: number, pageSize, type }, options);
  const wanted = parsePage(page);
  const begin = await read(1);
  // A URL must not make us request pages beyond the count.
  const counted = lastPageOf(begin, pageSize);
  if (counted !== undefined && wanted > counted) return { lastPage: counted };
  const first = firstShown(wanted);
  const numbers = Array.from({ length: wanted - first + 1 }, (_, index) => first + index);
  const lists = await Promise.all(
    numbers.map(async (number) => (number === 1 ? begin : read(number, { isGuess: counted === undefined }))),
  );
  const filled = lists.filter(({ products, omittedCount }) => products.length + omittedCount > 0).length;
  if (wanted > 1 && filled < lists.length) return { lastPage: numbers[filled - 1] ?? 1 };
  const asOf = lists.flatMap((list) => (list.asOf ? [list.asOf.getTime()] : []));
  const inOrder = lists.flatMap((list) => list.products);
  const products = [...new Map(inOrder.map((one) => [one.productId, one])).values()];
  const list = {
    products: products.slice(0, CARDS_MAX).map(show),
    first,
    before: (first - 1) * pageSize,
    page: wanted,
    count: Math.max(...lists.map(({ count }) => count)),
    more: lists.at(-1)?.more ?? false,
    omittedCount: lists.reduce((sum, one) => sum + one.omittedCount, Math.max(products.length - CARDS_MAX, 0)),
    ...(asOf.length ? { asOfMs: Math.min(...asOf) } : {}),
  };
  return { list };
}

/** The first displayed page. Page 1, which has the count, and the last seven pages take eight calls. */
export const firstShown = (page: number): number => (page <= LIST_CALLS_MAX ? 1 : page - LIST_CALLS_MAX + 2);

export type PowerCard = Pick<
  Product,
  | ("productId" | "title" | "status" | "statusText")
  | ("price" | "miningCycleDays" | "serviceRatePercent" | "incomeType" | "profitRatioPercent")
> & {
  coin?: string | undefined;
  thumbnail?: Picture | undefined;
  costPerDay?: Terms["costPerDay"];
  closed?: ReturnType<typeof closedOf>;
};

type DisplayedProduct = Omit<PowerCard, "coin" | "thumbnail" | "closed"> &
  Pick<Product, "paySymbol" | "unclear"> &
  QuantityLimits;

export function displayedFields(product: DisplayedProduct, coinName: CoinNames) {
  const { productId, title, status, statusText, price, paySymbol } = product;
  const { miningCycleDays, serviceRatePercent, incomeType, profitRatioPercent } = product;
  return {
    productId,
    title,
    status,
    statusText,
    price,
    coin: coinName(paySymbol),
    closed: closedOf(product),
    miningCycleDays,
    serviceRatePercent,
    incomeType,
    profitRatioPercent,
  };
}

export function cardOf(product: DisplayedProduct & Pick<Product, "thumbnail">, coinName: CoinNames): PowerCard {
  return { ...displayedFields(product, coinName), thumbnail: pictureFor("card", product.thumbnail) };
}
