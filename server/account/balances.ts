import type { useLoaderData } from "@remix-run/react";
import { formatDecimal } from "~/i18n/formats";
import { shownTotal } from "~server/account/assets-view";
import { optionalRead } from "~server/loader/reads";
import type { UpstreamContext } from "~server/upstream/client";
import { accountBalance, type AccountBalance } from "~server/upstream/finance";
import { displayOf, market } from "~server/upstream/market";
import { sharedTurn } from "@storefront/resilience/shared-turns";

type Coin = AccountBalance["coins"][number];

/** A displayed coin. An amount is undefined if it is hidden or the upstream did not send it. */
export type ShownCoin = ReturnType<typeof useLoaderData<typeof readAssets>>["coins"][number];

/** True for zero. Amounts are canonical decimals; big.js would take 100 ms for thousands of coins. */
const isNil = (amount: string) => amount === "0";
const isPositive = (amount: string) => !amount.startsWith("-") && !isNil(amount);

/** True if a coin has nothing. A missing total is not zero. */
function isZero({ allBalance, available = "0", frozen = "0" }: Coin): boolean {
  return allBalance !== undefined && [available, frozen, allBalance].every(isNil);
}

function isWhole({ allBalance, available, frozen }: Coin): boolean {
  return allBalance !== undefined && allBalance === available && frozen !== undefined && isNil(frozen);
}

/** Counts the coins with a balance and with a frozen amount; undefined if an amount is unknown. */
function heldCoins({ coins, omittedCount }: AccountBalance): { held: number; frozen: number } | undefined {
  const parts = coins.map(({ allBalance: all, frozen }) => ({ all, frozen }));
  if (omittedCount > 0 || parts.some(({ all, frozen }) => all === undefined || frozen === undefined)) return undefined;
  const held = parts.filter(({ all }) => all !== undefined && isPositive(all));
  const frozen = held.filter((part) => part.frozen !== undefined && isPositive(part.frozen));
  return held.length ? { held: held.length, frozen: frozen.length } : undefined;
}

/**
 * Reads the balances, each rounded down to its coin's precision, 8 decimals if the market cannot be read.
 *
 * @param reading the balance, if the page reads it itself
 * @param isHidden true if this browser hides amounts, which are then omitted from the data too
 * @throws UpstreamRejected, SessionExpired, UpstreamUnavailable
 */
export async function readAssets(
  upstreamContext: UpstreamContext,
  isHidden: boolean,
  reading = accountBalance(upstreamContext),
) {
  const [balance, known] = await Promise.all([reading, optionalRead(market(upstreamContext))]);
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
  const [coins, zeros]: [ReturnType<typeof shownCoin>[], ReturnType<typeof shownCoin>[]] = [[], []];
  for (const coin of balance.coins) {
    await sharedTurn();
    (isZero(coin) ? zeros : coins).push(shownCoin(coin));
  }
  const { totalBalance = "0", omittedCount } = balance;
  return {
    omittedCount,
    hasTotal: balance.totalBalance !== undefined,
    total: shownTotal(balance, known, isHidden),
    held: isHidden ? undefined : heldCoins(balance),
    isNothing: zeros.length > 0 && coins.length === 0 && omittedCount === 0 && isNil(totalBalance),
    coins,
    zeros,
  };
}
