import { formatDecimal } from "~/i18n/formats";
import { DEPOSIT_PAGE_SIZE } from "~server/specification";
import { isNoCoin, takesDeposits } from "~server/deposits/plan";
import { parsePage, pagesOf } from "~server/loader/pagination";
import { depositList, type Deposit } from "~server/upstream/finance";
import { displayOf, market } from "~server/upstream/market";
import { symbol as readSymbol } from "~server/upstream/parsers";
import { UpstreamRejected, UpstreamUnavailable, type UpstreamContext } from "~server/upstream/client";
import { failureMessage, optionalRead } from "~server/loader/reads";

export type ShownDeposit = Omit<Deposit, "amount"> & { amount?: string | undefined; showName: string };

/** Reads one page of ten deposits; `wanted` comes unchecked from the URL. Throws SessionExpired. */
export async function readDeposits(
  upstreamContext: UpstreamContext,
  wanted: { coinSymbol: string | undefined; page: string | null },
) {
  const symbol = readSymbol(wanted.coinSymbol);
  const unknown = { status: 404, failure: "DepositRecord.unknownCoin", list: undefined, lastPage: undefined } as const;
  if (symbol === undefined) return unknown;
  const page = parsePage(wanted.page);
  try {
    const [{ deposits, count, more, omittedCount }, known] = await Promise.all([
      depositList(upstreamContext, { coinSymbol: symbol, page, pageSize: DEPOSIT_PAGE_SIZE }),
      optionalRead(market(upstreamContext)),
    ]);
    const isNamed = deposits.some(({ symbol: own = symbol }) => own === symbol);
    if (!isNamed && (await isNoCoin(upstreamContext, symbol))) return unknown;
    const pages = Math.max(1, pagesOf(count, DEPOSIT_PAGE_SIZE));
    if (page > pages && deposits.length + omittedCount === 0) return { status: 404, lastPage: pages };
    const coin = known?.coin(symbol);
    const list = {
      symbol,
      showName: coin?.showName ?? symbol,
      page,
      pages,
      count,
      more,
      omittedCount,
      deposits: deposits.map((deposit) => {
        // A deposit that names no coin belongs to the requested one.
        const { symbol: own = symbol, amount: sent } = deposit;
        const { showName = own, precision } = displayOf(known, own);
        return { ...deposit, amount: sent && formatDecimal(sent, precision), showName };
      }),
      /** If there are no deposits: true if the coin can be deposited. */
      depositOpen:
        count === 0 &&
        coin?.networks.state !== "unlistedCoin" &&
        ((await optionalRead(takesDeposits(upstreamContext, symbol))) ?? false),
    };
    return { status: 200, list };
  } catch (error) {
    if (!(error instanceof UpstreamUnavailable || error instanceof UpstreamRejected)) throw error;
    if (error instanceof UpstreamRejected && (await isNoCoin(upstreamContext, symbol))) return unknown;
    return { status: 503, failure: failureMessage(error) };
  }
}
