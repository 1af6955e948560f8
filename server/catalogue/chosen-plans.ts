import { clearCookie, cookieValues, setCookie } from "~server/session/cookies";
import { id } from "~server/upstream/parsers";

/** Plans that a browser stores: saved, and chosen to be compared. */
export const PLANS_SAVED_MAX = 50;
export const PLANS_COMPARED_MAX = 4;
const PLANS_SAVED_AGE_MS = 365 * 24 * 60 * 60_000;
const PLANS_COMPARED_AGE_MS = 7 * 24 * 60 * 60_000;

/**
 * The plans that this browser has saved, and those that it compares (behaviour 2.97). They belong to no account:
 * cookies alone store them.
 */
const PLAN_LISTS = {
  saved: { most: PLANS_SAVED_MAX, ageMs: PLANS_SAVED_AGE_MS },
  compare: { most: PLANS_COMPARED_MAX, ageMs: PLANS_COMPARED_AGE_MS },
} as const;

/** A list, by the name of its cookie. */
export type PlanList = keyof typeof PLAN_LISTS;

/** Ids are short; fifty of the longest would not fit into a cookie with its name and its facts. */
const VALUE_MAX_LENGTH = 3_800;

/** Of the characters that an id may have, those that a cookie's value or the blank between two ids needs. */
const ESCAPED = /[_.:@]/g;

/** As the id of a product in a cookie: letters, digits and `-`, anything else as `_` and its code. */
const written = (productId: string) => productId.replace(ESCAPED, (sign) => `_${sign.charCodeAt(0).toString(16)}`);
const read = (text: string) =>
  text.replace(/_([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/**
 * The plans of a list, in the order in which they were added. A cookie is untrusted: texts that are no product id are
 * omitted, and so is everything beyond the list's maximum.
 */
export function plansIn(request: Request, list: PlanList): string[] {
  const [value = ""] = cookieValues(request, list);
  const ids = value.split(".").flatMap((part) => id(read(part)) ?? []);
  return [...new Set(ids)].slice(0, PLAN_LISTS[list].most);
}

/** Whether a list is full. */
export function isFull(list: PlanList, ids: readonly string[]): boolean {
  return ids.length > PLAN_LISTS[list].most || ids.map(written).join(".").length > VALUE_MAX_LENGTH;
}

/**
 * The Set-Cookie value that stores a list; it deletes the cookie for an empty one, so that the browser gets cached
 * pages again.
 */
export function plansCookie(list: PlanList, ids: readonly string[]): string {
  if (ids.length === 0) return clearCookie(list);
  return setCookie(list, ids.map(written).join("."), PLAN_LISTS[list].ageMs);
}
