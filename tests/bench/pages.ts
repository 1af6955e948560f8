/** The pages that are measured, and a phone's request for one. */

export interface MeasuredPage {
  name: string;
  path: string;
}

/** The public pages. */
export const PUBLIC_PAGES: readonly MeasuredPage[] = [
  { name: "Home", path: "/Index/Home" },
  { name: "Power", path: "/Index/Power" },
  { name: "Product", path: "/PowerProductDetail/1001" },
  { name: "Login", path: "/Login" },
  { name: "Notice", path: "/Notice" },
];

export const PRIVATE_PAGES: readonly MeasuredPage[] = [
  { name: "MyOrder", path: "/MyOrder" },
  { name: "UserCenter", path: "/UserCenter" },
];

/** Chrome on Android, as it asks for a document. */
const CHROME =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36";
export const CHROME_HEADERS: Readonly<Record<string, string>> = {
  Connection: "keep-alive",
  "sec-ch-ua": `"Not/A)Brand";v="8", "Chromium";v="126", "Google Chrome";v="126"`,
  "sec-ch-ua-mobile": "?1",
  "sec-ch-ua-platform": `"Android"`,
  "Upgrade-Insecure-Requests": "1",
  "User-Agent": CHROME,
  Accept:
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8," +
    "application/signed-exchange;v=b3;q=0.7",
  "Sec-Fetch-Site": "none",
  "Sec-Fetch-Mode": "navigate",
  "Sec-Fetch-User": "?1",
  "Sec-Fetch-Dest": "document",
  "Accept-Encoding": "gzip, deflate, br, zstd",
  "Accept-Language": "en-US,en;q=0.9",
};

/** The cookie of a visitor who reads English. */
export const ENGLISH = "ulan=en_US";

/**
 * A request, ready to send.
 *
 * @param origin of the storefront
 * @param cookie the visitor's cookies as the header has them
 * @param more headers in place of Chrome's
 */
export function headOf(origin: string, path: string, cookie: string, more: Record<string, string> = {}): string {
  const own = { Host: new URL(origin).host, ...CHROME_HEADERS, ...more };
  const headers = Object.entries({ ...own, ...(cookie && { Cookie: cookie }) });
  return [`GET ${path} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`), "", ""].join("\r\n");
}
