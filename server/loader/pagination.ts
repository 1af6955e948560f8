export const LIST_CALLS_MAX = 8;
export const KEYWORD_MAX_LENGTH = 100;

/** Reads a page number. Anything but a whole number from 1 counts as 1. */
export function parsePage(page: string | null): number {
  return /^[1-9]\d{0,5}$/.test(page ?? "") ? Number(page) : 1;
}

/** Computes the last page from the first page's count; undefined if more pages follow than were counted. */
export function lastPageOf({ count, more }: { count: number; more: boolean }, pageSize: number): number | undefined {
  return more && count <= pageSize ? undefined : Math.max(1, pagesOf(count, pageSize));
}

export const pagesOf = (count: number, pageSize: number): number => Math.ceil(count / pageSize);
