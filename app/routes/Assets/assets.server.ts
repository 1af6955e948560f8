import { formatDecimal } from "~/i18n/formats";
import { DEFAULT_PRECISION } from "~server/specification";
import { sameDecimal } from "~server/purchase/decimal";
import type { AssetsView } from "~server/account/assets-view";
import { accountBalance, type AccountBalance } from "~server/upstream/finance";
import { market } from "~server/upstream/market";
import type { UpstreamContext } from "~server/upstream/client";
import { optionalRead } from "~server/loader/reads";

type Coin = AccountBalance["coins"][number];

/** A coin as it is shown; an amount that the platform did not send, or that is hidden, is undefined. */
export interface ShownCoin {
  symbol: string;
  showName: string;
  all?: string | undefined;
  available?: string | undefined;
  frozen?: string | undefined;
  depositOpen: boolean;
}

/** Whether nothing of a coin is held: its total is zero, and no part says otherwise. A missing total is not zero. */
function isZero({ allBalance, available, frozen }: Coin): boolean {
  return [available ?? "0", frozen ?? "0", allBalance].every((amount) => sameDecimal(amount, "0"));
}

/** Whether the platform says of every coin, and of the total where it sends one, that nothing is held. */
function isNothingHeld({ coins, omittedCount, totalBalance }: AccountBalance): boolean {
  return coins.length > 0 && omittedCount === 0 && coins.every(isZero) && sameDecimal(totalBalance ?? "0", "0");
}

/**
 * The balances as they are shown: each at its coin's precision, rounded down (behaviour 9.11); what the platform did
 * not send stays undefined. Without the market, coins go by their symbol and have 8 decimals.
 *
 * @param options.view what this browser hides: amounts are left out of the data too (behaviour 2.60)
 * @param options.whole whether an account that holds nothing is shown its coins all the same
 * @throws UpstreamRejected, SessionExpired, UpstreamUnavailable
 */
export async function readAssets(
  upstreamContext: UpstreamContext,
  { view, whole }: { view: AssetsView; whole: boolean },
) {
  const [balance, known] = await Promise.all([accountBalance(upstreamContext), optionalRead(market(upstreamContext))]);
  const shown = (symbol: string | undefined) => {
    const coin = symbol === undefined ? undefined : known?.coin(symbol);
    const precision = coin?.showPrecision ?? DEFAULT_PRECISION;
    return {
      showName: coin?.showName ?? symbol,
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
    /** Instead of coins the page says how to begin. */
    isNothing: isNothing && !whole,
    /** Coins of which nothing is held, and which are not shown. */
    zerosHidden: balance.coins.length - listed.length,
    coins: listed.map(({ symbol, allBalance, available, frozen, depositOpen }): ShownCoin => {
      const { showName = symbol, amount } = shown(symbol);
      return {
        symbol,
        showName,
        all: amount(allBalance),
        available: amount(available),
        frozen: amount(frozen),
        depositOpen,
      };
    }),
  };
}
