/** Undefined for a number that no path can contain: a part is `.` or `..`, or there is a backslash. */
export function orderPath(orderNum: string): string | undefined {
  if (orderNum.includes("\\") || orderNum.split("/").some((part) => part === "." || part === "..")) return undefined;
  try {
    // A number with this end would have the address of a calendar entry.
    return `/MyOrder/${encodeURIComponent(orderNum).replace(/\.(ics)$/i, "%2E$1")}`;
  } catch {
    // Half of a surrogate pair.
    return undefined;
  }
}

/** An end that would make the address a file's; the dot of a parameter is then written as `%2E`. */
const ENDING = /\.(csv|json)$/i;

export function depositRecordPath(symbol: string): string {
  return `/DepositRecord/${encodeURIComponent(symbol).replace(ENDING, "%2E$1")}`;
}

/** The page of a file's list, by the path of the file. */
export function parseFilePage(pathname: string): string {
  return pathname.replace(ENDING, "").replace(ENDING, "%2E$1");
}
