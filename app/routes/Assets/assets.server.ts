import type { useLoaderData } from "@remix-run/react";
import { formatDecimal } from "~/i18n/formats";
import { LIMITS } from "~server/limits";
import { readDecimal, sameDecimal } from "~server/purchase/decimal";
import { amountsCookie, shownTotal } from "~server/account/assets-view";
import { accountBalance, type AccountBalance } from "~server/upstream/finance";
import { displayOf, market } from "~server/upstream/market";
import type { UpstreamContext } from "~server/upstream/client";
import { optionalRead } from "~server/loader/reads";
import { z } from "zod";
import { formAction } from "~server/forms/form";
import { seeOther } from "~server/session/redirects";

type Coin = AccountBalance["coins"][number];

/** A displayed coin. An amount is undefined if it is hidden or the upstream did not send it. */
export type ShownCoin = ReturnType<typeof useLoaderData<typeof readAssets>>["coins"][number];

/** Returns true if all amounts are zero. A missing total is not zero. */
function isZero({ allBalance, available, frozen }: Coin): boolean {
  return [available ?? "0", frozen ?? "0", allBalance].every((amount) => sameDecimal(amount, "0"));
}

function isNothingHeld({ coins, omittedCount, totalBalance }: AccountBalance): boolean {
  return coins.length > 0 && omittedCount === 0 && coins.every(isZero) && sameDecimal(totalBalance ?? "0", "0");
}

/** Returns true if the whole balance is available; false if an amount is missing. */
function isWhole({ allBalance, available, frozen }: Coin): boolean {
  const [all, free] = [readDecimal(allBalance), readDecimal(available)];
  return all !== undefined && free !== undefined && all.eq(free) && sameDecimal(frozen, "0");
}

/** Counts the coins with a balance; undefined if a balance is unknown. */
function heldCoins({ coins, omittedCount }: AccountBalance): { held: number; frozen: number } | undefined {
  const parts = coins.map(({ allBalance, frozen }) => ({ all: readDecimal(allBalance), frozen: readDecimal(frozen) }));
  if (omittedCount > 0 || parts.some(({ all, frozen }) => !all || !frozen)) return undefined;
  const held = parts.filter(({ all }) => all?.gt(0));
  return held.length ? { held: held.length, frozen: held.filter(({ frozen }) => frozen?.gt(0)).length } : undefined;
}

/**
 * Reads the balances for the page, each rounded down to its coin's precision. Amounts that the upstream did not send
 * stay undefined. Without the market, coins are named by their symbol and have 8 decimals.
 *
 * @param isHidden true if this browser hides amounts, which are then omitted from the data too
 * @throws UpstreamRejected, SessionExpired, UpstreamUnavailable
 */
export async function readAssets(upstreamContext: UpstreamContext, isHidden: boolean) {
  const [balance, known] = await Promise.all([accountBalance(upstreamContext), optionalRead(market(upstreamContext))]);
  const shownCoin = (coin: Coin) => {
    const { showName = coin.symbol, precision } = displayOf(known, coin.symbol);
    const amount = (decimal: string | undefined) =>
      decimal === undefined || isHidden ? undefined : formatDecimal(decimal, precision);
    return {
      symbol: coin.symbol,
      showName,
      all: amount(coin.allBalance),
      /** The parts of a balance; undefined if all of it is available or amounts are hidden. */
      parts:
        isHidden || isWhole(coin) || isZero(coin)
          ? undefined
          : { available: amount(coin.available), frozen: amount(coin.frozen) },
      depositOpen: coin.depositOpen,
    };
  };
  return {
    omittedCount: balance.omittedCount,
    total: shownTotal(balance, known, isHidden),
    held: isHidden ? undefined : heldCoins(balance),
    isNothing: isNothingHeld(balance),
    coins: balance.coins.filter((coin) => !isZero(coin)).map(shownCoin),
    zeros: balance.coins.filter(isZero).map(shownCoin),
  };
}

/**
 * Hides or shows the amounts. The action is idempotent, so no response is stored for repeats, and the form of an old
 * page still works.
 */
export const changeView = formAction({
  purpose: "assets-view",
  session: "required",
  neverExpires: true,
  isIdempotent: true,
  limit: LIMITS["form:pressed"],
  schema: () =>
    z.object({
      hide: z.literal("amounts").optional(),
      show: z.literal("amounts").optional(),
      redirectTo: z.enum(["/Assets", "/Index/Home", "/UserCenter"]).optional(),
    }),
  handle: ({ value: { hide, redirectTo = "/Assets" } }) =>
    Promise.resolve(seeOther(redirectTo, { document: true, cookies: [amountsCookie(hide !== undefined)] })),
});
