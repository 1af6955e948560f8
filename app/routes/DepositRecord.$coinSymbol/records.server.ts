import { formatDecimal } from "~/i18n/formats";
import { refusalMessage } from "~server/action/refusal";
import { DEFAULT_PRECISION, DEPOSIT_PAGE_SIZE } from "~server/constants";
import { takesDeposits } from "~server/deposit/plan";
import type { Message } from "~server/message";
import { pageOf, pagesOf } from "~server/list-page";
import { depositList, type Deposit } from "~server/upstream/finance";
import { market } from "~server/upstream/market";
import { symbol as readSymbol } from "~server/upstream/readers";
import { Refused, Unavailable, type Caller } from "~server/upstream/transport";
import { unlessUnavailable } from "~server/upstream/unavailable";

/** A deposit as it is shown: the amount at its coin's precision. */
export type ShownDeposit = Omit<Deposit, "amount"> & { amount?: string | undefined; showName: string };

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
    more: boolean;
    /** Deposits of the page that cannot be read. */
    leftOut: number;
    deposits: ShownDeposit[];
    /** Without deposits: whether the coin can be deposited. */
    depositOpen: boolean;
  };
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
    const [{ deposits, count, more, leftOut }, known] = await Promise.all([
      depositList(caller, { coinSymbol: symbol, page, pageSize: DEPOSIT_PAGE_SIZE }),
      unlessUnavailable(market(caller)),
    ]);
    const coin = known?.coin(symbol);
    const list = {
      symbol,
      showName: coin?.showName ?? symbol,
      page,
      pages: pagesOf(count, DEPOSIT_PAGE_SIZE),
      count,
      more,
      leftOut,
      deposits: deposits.map((deposit) => {
        // A deposit that names no coin is one of those that were asked for.
        const { symbol: own = symbol, amount: sent } = deposit;
        const its = known?.coin(own);
        const amount = sent && formatDecimal(sent, its?.showPrecision ?? DEFAULT_PRECISION);
        return { ...deposit, amount, showName: its?.showName ?? own };
      }),
      depositOpen:
        count === 0 &&
        coin?.networks.state !== "unlistedCoin" &&
        ((await unlessUnavailable(takesDeposits(caller, symbol))) ?? false),
    };
    return { status: 200, list };
  } catch (error) {
    if (error instanceof Unavailable) return { status: 503 };
    if (!(error instanceof Refused)) throw error;
    return { status: 503, failure: refusalMessage(error) };
  }
}
