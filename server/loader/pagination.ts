/** Pagination: the page of a list in a URL, and the last page. */

/** How many calls for one list a visitor's request makes at most (behaviour 2.22). */
export const LIST_CALLS_MAX = 8;
/** The longest text that is searched for. */
export const KEYWORD_MAX_LENGTH = 100;

/** The page of a list in a URL: a whole number from 1; anything else reads as 1. */
export function parsePage(page: string | null): number {
  return /^[1-9]\d{0,5}$/.test(page ?? "") ? Number(page) : 1;
}

/**
 * The last page of a list, from 1, by the upstream's count on the first page; undefined where there are more pages
 * without a count.
 */
export function lastPageOf({ count, more }: { count: number; more: boolean }, pageSize: number): number | undefined {
  return more && count <= pageSize ? undefined : Math.max(1, pagesOf(count, pageSize));
}

/** How many pages a list has by the upstream's count of its items. */
export const pagesOf = (count: number, pageSize: number): number => Math.ceil(count / pageSize);
