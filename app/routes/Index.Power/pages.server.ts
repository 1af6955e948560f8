import { POWER_PAGE_SIZE } from "~server/constants";
import type { Locale } from "~server/session/locale";
import { productList, type Product } from "~server/upstream/catalogue";

/** The end of any believable list; a larger `?page=` shows as much. */
const MOST_PAGES = 40;

/** The list as far as it is shown. */
export interface Pages {
  products: Product[];
  /** The last page that is shown, from 1. */
  page: number;
  count: number;
  more: boolean;
  /** When the oldest answer in it is from, where the platform gave no new one (milliseconds since 1970). */
  asOfMs?: number;
}

/**
 * Reads pages 1 to `page` of the power list, so that a link to page 3 shows all of it without scripts.
 *
 * @param locale the visitor's locale
 * @param page what the query says; anything but a whole number from 1 reads as 1
 * @throws Unavailable when a page can be had neither new nor from the last good answer
 */
export async function readPages(locale: Locale, page: string | null): Promise<Pages> {
  const wanted = /^[1-9]\d{0,3}$/.test(page ?? "") ? Math.min(Number(page), MOST_PAGES) : 1;
  const first = await read(locale, 1);
  const last = Math.max(1, Math.min(wanted, Math.ceil(first.count / POWER_PAGE_SIZE)));
  const others = await Promise.all(Array.from({ length: last - 1 }, (_, index) => read(locale, index + 2)));
  const lists = [first, ...others];
  const asOf = lists.flatMap((list) => (list.asOf ? [list.asOf.getTime()] : []));
  // A product that moved between two reads must not stand in the list twice.
  const products = [...new Map(lists.flatMap((list) => list.products).map((one) => [one.productId, one])).values()];
  return {
    products,
    page: last,
    count: first.count,
    more: last < MOST_PAGES && last * POWER_PAGE_SIZE < first.count,
    ...(asOf.length ? { asOfMs: Math.min(...asOf) } : {}),
  };
}

const read = (locale: Locale, page: number) =>
  productList({ locale }, { page, pageSize: POWER_PAGE_SIZE, type: "power" });
