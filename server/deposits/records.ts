import { DEPOSIT_PAGE_SIZE } from "~server/specification";
import { isNoCoin } from "~server/deposits/plan";
import { download, type Downloaded } from "~server/downloads/download";
import type { FileFormat } from "~server/downloads/file";
import type { PrivateVisit } from "~server/loader/loader";
import { sentDeposits, type SentDeposit } from "~server/upstream/finance";
import { symbol as readSymbol } from "~server/upstream/parsers";
import type { Page } from "~server/upstream/schemas";
import { UpstreamRejected } from "~server/upstream/client";

export function depositsFile(
  visit: PrivateVisit,
  ending: "csv" | "json",
  formatOf: (symbol: string) => FileFormat<SentDeposit>,
): Promise<Downloaded> {
  const coinSymbol = readSymbol(visit.params.coinSymbol);
  if (coinSymbol === undefined) throw new Response(null, { status: 404 });
  const read = (page: number) => depositsOf(visit, coinSymbol, page);
  return download(visit, {
    // A header allows no other characters.
    filename: /^[\w-]+$/.test(coinSymbol) ? `deposits-${coinSymbol}.${ending}` : `deposits.${ending}`,
    list: { read, nameOf: () => undefined },
    format: formatOf(coinSymbol),
  });
}

async function depositsOf(
  { upstreamContext }: PrivateVisit,
  coinSymbol: string,
  page: number,
): Promise<Page<SentDeposit>> {
  const isNowhere = async () => page === 1 && (await isNoCoin(upstreamContext, coinSymbol));
  const isOwn = ({ read }: SentDeposit) => read !== undefined && (read.symbol ?? coinSymbol) === coinSymbol;
  try {
    const found = await sentDeposits(upstreamContext, { coinSymbol, page, pageSize: DEPOSIT_PAGE_SIZE });
    if (found.items.some(isOwn) || !(await isNowhere())) return found;
  } catch (error) {
    if (!(error instanceof UpstreamRejected) || !(await isNowhere())) throw error;
  }
  throw new Response(null, { status: 404 });
}
