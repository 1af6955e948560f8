import { formatAsOf } from "~/i18n/formats";
import { MARKET_PAGE_SIZE } from "~server/catalogue/search";
import { LIST_CALLS_MAX, parsePage, pagesOf } from "~server/loader/pagination";
import type { Locale } from "~server/i18n/locale";
import { readProductPages, type ProductPages } from "~server/catalogue/products";
import { WHOLE_LIST_PAGE_SIZE } from "~server/catalogue/snapshot";
import { productList, type Product } from "~server/upstream/catalogue";

const AVAILABLE = "available";

const PLACES: Record<Product["status"], number> = { onsale: 0, presale: 1, ended: 2, unknown: 2 };

export interface SortedPage<Shown> {
  miners: Shown[];
  page: number;
  pages: number;
  before: number;
  count: number;
  /** The upstream's count, if it is higher than the number that eight calls return. */
  upstreamCount?: number | undefined;
  omittedCount: number;
  asOf?: string | undefined;
}

export interface MinerPages<Shown> {
  list?: ProductPages<Shown> | undefined;
  sorted?: SortedPage<Shown>;
  lastPage?: number | undefined;
}

/** Returns true if the query requests the sorting; any other value means the upstream's order. */
export const isSorted = (query: URLSearchParams): boolean => query.get("sort") === AVAILABLE;

/**
 * Reads the miners on sale, then the upcoming ones; the usual list, with its empty state, if there are none.
 *
 * @throws UpstreamRejected, UpstreamUnavailable if a part can be read neither now nor from the last good response
 */
export async function readSortedMiners<Shown>(
  locale: Locale,
  page: string | null,
  show: (product: Product) => Shown,
): Promise<MinerPages<Shown>> {
  const { miners, upstreamCount, omittedCount, asOf } = await allMiners(locale);
  const inOrder = miners.sort((one, other) => PLACES[one.status] - PLACES[other.status]);
  if (inOrder.length === 0) return readProductPages(locale, "miner", null, show);
  const [wanted, pages] = [parsePage(page), pagesOf(inOrder.length, MARKET_PAGE_SIZE)];
  if (wanted > pages) return { lastPage: pages };
  const before = (wanted - 1) * MARKET_PAGE_SIZE;
  const sorted = {
    miners: inOrder.slice(before, before + MARKET_PAGE_SIZE).map(show),
    page: wanted,
    pages,
    before,
    count: inOrder.length,
    upstreamCount,
    omittedCount,
    asOf,
  };
  return { sorted };
}

async function allMiners(locale: Locale) {
  const byId = new Map<string, Product>();
  const times: number[] = [];
  let [omittedCount, count, more] = [0, 0, true];
  for (let page = 1; more && page <= LIST_CALLS_MAX; page += 1) {
    const list = await productList({ locale }, { page, pageSize: WHOLE_LIST_PAGE_SIZE, type: "miner" });
    // A miner that moved between two reads is on both pages.
    for (const product of list.products) byId.set(product.productId, product);
    if (list.asOf) times.push(list.asOf.getTime());
    omittedCount += list.omittedCount;
    count = Math.max(count, list.count);
    more = list.more && list.products.length > 0;
  }
  const miners = [...byId.values()];
  const upstreamCount = miners.length + omittedCount < count ? count : undefined;
  return {
    miners,
    upstreamCount,
    omittedCount,
    asOf: formatAsOf(times.length ? Math.min(...times) : undefined, locale),
  };
}
