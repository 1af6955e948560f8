import { clearCookie, readCookie, setCookie } from "~server/session/cookies";
import { id } from "~server/upstream/parsers";

export const PLANS_SAVED_MAX = 50;
export const PLANS_COMPARED_MAX = 4;
const PLANS_SAVED_AGE_MS = 365 * 24 * 60 * 60_000;
const PLANS_COMPARED_AGE_MS = 7 * 24 * 60 * 60_000;

/** Lists of plans by the name of their cookie. They belong to a browser, not to an account. */
const PLAN_LISTS = {
  saved: { most: PLANS_SAVED_MAX, ageMs: PLANS_SAVED_AGE_MS },
  compare: { most: PLANS_COMPARED_MAX, ageMs: PLANS_COMPARED_AGE_MS },
} as const;

export type PlanList = keyof typeof PLAN_LISTS;

/** Fifty of the longest ids would not fit into a cookie. */
const VALUE_MAX_LENGTH = 3_800;

const ESCAPED = /[_.:@]/g;

const written = (productId: string) => productId.replace(ESCAPED, (sign) => `_${sign.charCodeAt(0).toString(16)}`);
const read = (text: string) =>
  text.replace(/_([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Returns the plans in the order they were added, without invalid ids and those beyond the maximum. */
export function plansIn(request: Request, list: PlanList): string[] {
  const ids = readCookie(request.headers.get("cookie"), list, (value) => {
    const listed = value.split(".").flatMap((part) => id(read(part)) ?? []);
    return listed.length > 0 ? listed : undefined;
  });
  return [...new Set(ids)].slice(0, PLAN_LISTS[list].most);
}

export function isFull(list: PlanList, ids: readonly string[]): boolean {
  return ids.length > PLAN_LISTS[list].most || ids.map(written).join(".").length > VALUE_MAX_LENGTH;
}

/** An empty list deletes the cookie, so that the browser gets cached pages again. */
export function plansCookie(list: PlanList, ids: readonly string[]): string {
  if (ids.length === 0) return clearCookie(list);
  return setCookie(list, ids.map(written).join("."), PLAN_LISTS[list].ageMs);
}
