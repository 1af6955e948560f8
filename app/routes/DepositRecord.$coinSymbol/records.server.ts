import { formatDecimal } from "~/i18n/formats";
import { refusalMessage } from "~server/action/refusal";
import { DEFAULT_PRECISION, DEPOSIT_PAGE_SIZE } from "~server/constants";
import type { Message } from "~server/message";
import { depositList, type Deposit } from "~server/upstream/finance";
import { market } from "~server/upstream/market";
import { symbol as readSymbol } from "~server/upstream/readers";
import { Refused, Unavailable, type Caller } from "~server/upstream/transport";
import { unlessUnavailable } from "~server/upstream/unavailable";

/** A deposit as it is shown: the amount at its coin's precision. */
export type ShownDeposit = Deposit & { showName: string };

/** One page of deposits, or why there is none: the platform's own reason, or that it does not answer. */
export interface Records {
  status: number;
  failure?: Message;
  list?: {
    symbol: string;
    showName: string;
    page: number;
    pages: number;
    count: number;
    deposits: ShownDeposit[];
  };
}

/** Anything but a whole number from 1 reads as 1. */
function pageOf(page: string | null): number {
  return /^[1-9]\d{0,5}$/.test(page ?? "") ? Number(page) : 1;
}

/**
 * Reads one page of ten deposits of a coin.
 *
 * @param wanted the coin and page from the URL, which may be anything
 * @throws Expired
 */
export async function readDeposits(
  caller: Caller,
  wanted: { coinSymbol: string | undefined; page: string | null },
): Promise<Records> {
  const symbol = readSymbol(wanted.coinSymbol);
  if (symbol === undefined) return { status: 404, failure: "DepositRecord.unknownCoin" };
  const page = pageOf(wanted.page);
  try {
    const [{ deposits, count }, known] = await Promise.all([
      depositList(caller, { coinSymbol: symbol, page, pageSize: DEPOSIT_PAGE_SIZE }),
      unlessUnavailable(market(caller)),
    ]);
    const list = {
      symbol,
      showName: known?.coin(symbol).showName ?? symbol,
      page,
      pages: Math.ceil(count / DEPOSIT_PAGE_SIZE),
      count,
      deposits: deposits.map((deposit) => {
        const coin = known?.coin(deposit.symbol);
        const amount = formatDecimal(deposit.amount, coin?.showPrecision ?? DEFAULT_PRECISION);
        return { ...deposit, amount, showName: coin?.showName ?? deposit.symbol };
      }),
    };
    return { status: 200, list };
  } catch (error) {
    if (error instanceof Unavailable) return { status: 503 };
    if (!(error instanceof Refused)) throw error;
    return { status: 503, failure: refusalMessage(error) };
  }
}
