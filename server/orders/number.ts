/**
 * The number of the order in a URL: `/MyOrder/{orderNum}`, percent-encoded, and `/MyOrder/{orderNum}.ics` (behaviour
 * 2.80). The router's own parameter would take an encoded `%2F` of the number for a slash.
 *
 * @param end what follows the number in the URL
 * @returns undefined where it names none
 */
export function orderNumOf(request: Request, end = ""): string | undefined {
  const [, , segment = ""] = new URL(request.url).pathname.split("/");
  const part = segment.toLowerCase().endsWith(end) ? segment.slice(0, segment.length - end.length) : "";
  try {
    return decodeURIComponent(part) || undefined;
  } catch {
    return undefined;
  }
}
