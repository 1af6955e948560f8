/** An end that makes an address that of a file; a dot of what varies is written as `%2E` (behaviour 2.86). */
const ENDING = /\.(csv|json)$/i;

/** The page of the deposits of a coin, whatever its symbol ends with. */
export function depositRecordPath(symbol: string): string {
  return `/DepositRecord/${encodeURIComponent(symbol).replace(ENDING, "%2E$1")}`;
}

/** The page of the list that a file is of, by the path of the file. */
export function parseFilePage(pathname: string): string {
  return pathname.replace(ENDING, "").replace(ENDING, "%2E$1");
}
