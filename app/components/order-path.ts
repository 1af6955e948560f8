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
