/** Returns an order's path; undefined for a number that no path can contain (`.` or `..` as a part, or a backslash). */
export function orderPath(orderNum: string): string | undefined {
  if (orderNum.includes("\\") || orderNum.split("/").some((part) => part === "." || part === "..")) return undefined;
  try {
    // With this ending unescaped, the path would be that of a calendar entry.
    return `/MyOrder/${encodeURIComponent(orderNum).replace(/\.(ics)$/i, "%2E$1")}`;
  } catch {
    // The number contains half of a surrogate pair.
    return undefined;
  }
}

/** Matches an ending that would make the path a file's. The dot of a parameter is written as `%2E` instead. */
const ENDING = /\.(csv|json)$/i;

export function depositRecordPath(symbol: string): string {
  return `/DepositRecord/${encodeURIComponent(symbol).replace(ENDING, "%2E$1")}`;
}

/** Returns the path of a list, given that of its file. */
export function parseFilePage(pathname: string): string {
  return pathname.replace(ENDING, "").replace(ENDING, "%2E$1");
}
