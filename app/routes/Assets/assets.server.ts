import { formatDecimal } from "~/i18n/formats";
import { LIMITS } from "~server/limits";
import { readDecimal, sameDecimal } from "~server/purchase/decimal";
import { type AssetsView, ASSETS_VIEW_PARTS, assetsViewCookie, readAssetsView } from "~server/account/assets-view";
import { accountBalance, type AccountBalance } from "~server/upstream/finance";
import { displayOf, market } from "~server/upstream/market";
import type { UpstreamContext } from "~server/upstream/client";
import { optionalRead } from "~server/loader/reads";
import { z } from "zod";
import { formAction } from "~server/forms/form";
import { seeOther } from "~server/session/redirects";

type Coin = AccountBalance["coins"][number];

/** A displayed coin; an amount that the upstream did not send, or that is hidden, is undefined. */
export interface ShownCoin {
  symbol: string;
  showName: string;
  all?: string | undefined;
  available?: string | undefined;
  frozen?: string | undefined;
  /** How much of both is available; undefined where one of them is not known, is hidden or both are zero. */
  availablePercent?: number | undefined;
  depositOpen: boolean;
}

/** Whether a coin has no balance: its total is zero, and no part contradicts that. A missing total is not zero. */
function isZero({ allBalance, available, frozen }: Coin): boolean {
  return [available ?? "0", frozen ?? "0", allBalance].every((amount) => sameDecimal(amount, "0"));
}

/** Whether every coin, and the total if the upstream sends one, has no balance. */
function isNothingHeld({ coins, omittedCount, totalBalance }: AccountBalance): boolean {
  return coins.length > 0 && omittedCount === 0 && coins.every(isZero) && sameDecimal(totalBalance ?? "0", "0");
}

/**
 * The share of a coin that is available, in percent of what is available and frozen. What is not 0 has at least 1 % and
 * at most 99 %, so that it is seen.
 *
 * @returns undefined where one of them is not known or negative, or both are zero
 */
export function availablePercent(coin: Pick<Coin, "available" | "frozen">): number | undefined {
  const [available, frozen] = [readDecimal(coin.available), readDecimal(coin.frozen)];
  if (!available || !frozen || available.lt(0) || frozen.lt(0)) return undefined;
  const all = available.plus(frozen);
  if (all.eq(0)) return undefined;
  const percent = Number(available.div(all).times(100).toFixed(2));
  if (available.eq(0) || frozen.eq(0)) return percent;
  return Math.min(99, Math.max(1, percent));
}

/** How many coins have a balance, and how many of these have a frozen part; undefined where one is not known. */
function heldCoins({ coins, omittedCount }: AccountBalance): { held: number; frozen: number } | undefined {
  const parts = coins.map(({ allBalance, frozen }) => ({ all: readDecimal(allBalance), frozen: readDecimal(frozen) }));
  if (omittedCount > 0 || parts.some(({ all, frozen }) => !all || !frozen)) return undefined;
  const held = parts.filter(({ all }) => all?.gt(0));
  return held.length ? { held: held.length, frozen: held.filter(({ frozen }) => frozen?.gt(0)).length } : undefined;
}

/**
 * The balances for the page: each at its coin's precision, rounded down (behaviour 9.11); what the upstream did not
 * send stays undefined. Without the market, coins go by their symbol and have 8 decimals.
 *
 * @param options.view what this browser hides: hidden amounts are omitted from the data too (behaviour 2.60)
 * @param options.whole whether an account without a balance still shows its coins
 * @throws UpstreamRejected, SessionExpired, UpstreamUnavailable
 */
export async function readAssets(
  upstreamContext: UpstreamContext,
  { view, whole }: { view: AssetsView; whole: boolean },
) {
  const [balance, known] = await Promise.all([accountBalance(upstreamContext), optionalRead(market(upstreamContext))]);
  const shown = (symbol: string | undefined) => {
    const { showName, precision } = displayOf(known, symbol);
    return {
      showName,
      amount: (decimal: string | undefined) =>
        decimal === undefined || view.amounts ? undefined : formatDecimal(decimal, precision),
    };
  };
  const total = shown(balance.totalBalanceSymbol);
  const isNothing = isNothingHeld(balance);
  const listed = view.zeros && !isNothing ? balance.coins.filter((coin) => !isZero(coin)) : balance.coins;
  return {
    omittedCount: balance.omittedCount,
    total: { amount: total.amount(balance.totalBalance), showName: total.showName },
    held: view.amounts ? undefined : heldCoins(balance),
    /** Instead of coins the page explains how to begin. */
    isNothing: isNothing && !whole,
    /** Coins without balance, which are not shown. */
    zerosHidden: balance.coins.length - listed.length,
    coins: listed.map(({ symbol, allBalance, available, frozen, depositOpen }): ShownCoin => {
      const { showName = symbol, amount } = shown(symbol);
      return {
        symbol,
        showName,
        all: amount(allBalance),
        available: amount(available),
        frozen: amount(frozen),
        availablePercent: view.amounts ? undefined : availablePercent({ available, frozen }),
        depositOpen,
      };
    }),
  };
}

/**
 * Hides or shows a part of the page (behaviour 2.60), which `hide` and `show` name. It is idempotent, so no response is
 * stored for repeats, and an old page works as well as a new one.
 */
export const changeView = formAction({
  purpose: "assets-view",
  session: "required",
  neverExpires: true,
  isIdempotent: true,
  limit: LIMITS["form:pressed"],
  schema: () =>
    z.object({
      hide: z.enum(ASSETS_VIEW_PARTS).optional(),
      show: z.enum(ASSETS_VIEW_PARTS).optional(),
      // Home hides and shows the amounts too, and the visitor stays there.
      redirectTo: z.literal("/Index/Home").optional(),
    }),
  handle: ({ value: { hide, show, redirectTo = "/Assets" }, request }) => {
    const view = { ...readAssetsView(request), ...(hide && { [hide]: true }), ...(show && { [show]: false }) };
    return Promise.resolve(seeOther(redirectTo, { document: true, cookies: [assetsViewCookie(view)] }));
  },
});
