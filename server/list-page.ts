/** The page of a list that an address asks for: a whole number from 1; anything else reads as 1. */
export function pageOf(page: string | null): number {
  return /^[1-9]\d{0,5}$/.test(page ?? "") ? Number(page) : 1;
}

/** How many pages a list has, as far as the platform counts its items. */
export const pagesOf = (count: number, pageSize: number): number => Math.ceil(count / pageSize);
