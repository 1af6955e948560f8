import { readCookie, setCookie } from "~server/session/cookies";
import type { AccountBalance } from "~server/upstream/finance";
import { displayOf, type Market } from "~server/upstream/market";
import { formatDecimal } from "~/i18n/formats";

const ASSETS_VIEW_AGE_MS = 365 * 24 * 60 * 60_000;

const ASSETS_VIEW_COOKIE = "assets";

/** True if this browser's cookie says that amounts are hidden. */
export function areAmountsHidden(request: Request): boolean {
  return (
    readCookie(request.headers.get("cookie"), ASSETS_VIEW_COOKIE, (value) =>
      value === "amounts" || value === "none" ? value : undefined,
    ) === "amounts"
  );
}

export function amountsCookie(areHidden: boolean): string {
  return setCookie(ASSETS_VIEW_COOKIE, areHidden ? "amounts" : "none", ASSETS_VIEW_AGE_MS);
}

export interface ShownTotal {
  /** Undefined if the amount is hidden or was not sent. */
  amount?: string | undefined;
  showName?: string | undefined;
  isHidden: boolean;
}

/**
 * The total of an account, at its coin's precision; without `coins` the coin has its symbol as name and 8 decimals.
 *
 * @param isHidden true if this browser hides amounts, which the page must then not contain
 */
export function shownTotal(
  { totalBalance, totalBalanceSymbol }: AccountBalance,
  coins: Market | undefined,
  isHidden: boolean,
): ShownTotal {
  const { showName, precision } = displayOf(coins, totalBalanceSymbol);
  const isShown = totalBalance !== undefined && !isHidden;
  return { amount: isShown ? formatDecimal(totalBalance, precision) : undefined, showName, isHidden };
}
