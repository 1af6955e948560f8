/**
 * The page of an order. Undefined for a number that no path can contain: one with a part that is `.` or `..`, or with a
 * backslash.
 */
export function orderPath(orderNum: string): string | undefined {
  if (orderNum.includes("\\") || orderNum.split("/").some((part) => part === "." || part === "..")) return undefined;
  try {
    // The address of a number with this end is that of its calendar entry.
    return `/MyOrder/${encodeURIComponent(orderNum).replace(/\.(ics)$/i, "%2E$1")}`;
  } catch {
    // Half of a pair of surrogates.
    return undefined;
  }
}

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
