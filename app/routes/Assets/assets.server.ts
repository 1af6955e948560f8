import { formatDecimal } from "~/i18n/formats";
import { DEFAULT_PRECISION } from "~server/constants";
import { accountBalance } from "~server/upstream/finance";
import { market } from "~server/upstream/market";
import type { Caller } from "~server/upstream/transport";
import { unlessUnavailable } from "~server/upstream/unavailable";

/** A coin as it is shown; an amount that the platform did not send is undefined. */
export interface ShownCoin {
  symbol: string;
  showName: string;
  all?: string | undefined;
  available?: string | undefined;
  frozen?: string | undefined;
  depositOpen: boolean;
}

/**
 * The balances as they are shown: each at its coin's precision, rounded down (behaviour 9.11); what the platform did
 * not send stays undefined. Without the market, coins go by their symbol and have 8 decimals.
 *
 * @throws Refused, Expired, Unavailable
 */
export async function readAssets(caller: Caller) {
  const [balance, known] = await Promise.all([accountBalance(caller), unlessUnavailable(market(caller))]);
  const shown = (symbol: string | undefined) => {
    const coin = symbol === undefined ? undefined : known?.coin(symbol);
    const precision = coin?.showPrecision ?? DEFAULT_PRECISION;
    return {
      showName: coin?.showName ?? symbol,
      amount: (decimal: string | undefined) => (decimal === undefined ? undefined : formatDecimal(decimal, precision)),
    };
  };
  const total = shown(balance.totalBalanceSymbol);
  return {
    leftOut: balance.leftOut,
    total: { amount: total.amount(balance.totalBalance), showName: total.showName },
    coins: balance.coins.map(({ symbol, allBalance, available, frozen, depositOpen }) => {
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
