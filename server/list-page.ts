/** The page of a list that an address asks for: a whole number from 1; anything else reads as 1. */
export function pageOf(page: string | null): number {
  return /^[1-9]\d{0,5}$/.test(page ?? "") ? Number(page) : 1;
}
