import { DEPOSIT_PAGE_SIZE } from "~server/constants";
import { download, type Downloaded } from "~server/downloads/download";
import type { FileFormat } from "~server/downloads/file";
import type { PrivateVisit } from "~server/loader";
import { sentDeposits, type SentDeposit } from "~server/upstream/finance";
import { symbol as readSymbol } from "~server/upstream/readers";

/**
 * All deposits of the coin that an address names, as a file (behaviour 2.86). A deposit has no number of its own.
 *
 * @param ending of the file's name
 * @param formatOf the format for a coin's symbol
 * @throws Response 404 for what is no symbol; Expired
 */
export function depositsFile(
  visit: PrivateVisit,
  ending: "csv" | "json",
  formatOf: (symbol: string) => FileFormat<SentDeposit>,
): Promise<Downloaded> {
  const coinSymbol = readSymbol(visit.params.coinSymbol);
  if (coinSymbol === undefined) throw new Response(null, { status: 404 });
  const read = (page: number) => sentDeposits(visit.caller, { coinSymbol, page, pageSize: DEPOSIT_PAGE_SIZE });
  return download(visit, {
    // A header holds no other letters.
    filename: /^[\w-]+$/.test(coinSymbol) ? `deposits-${coinSymbol}.${ending}` : `deposits.${ending}`,
    list: { read, nameOf: () => undefined },
    format: formatOf(coinSymbol),
  });
}
