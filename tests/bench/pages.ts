import { request } from "node:http";

/** The pages that the benchmark measures, and a phone's requests for them. */

export interface MeasuredPage {
  name: string;
  path: string;
  /** Needs a signed-in visitor. */
  signedIn?: true;
}

export const HOME: MeasuredPage = { name: "Home", path: "/Index/Home" };
export const MY_ORDER: MeasuredPage = { name: "MyOrder", path: "/MyOrder", signedIn: true };

export const PUBLIC_PAGES: readonly MeasuredPage[] = [
  HOME,
  { name: "Power", path: "/Index/Power" },
  { name: "Product", path: "/PowerProductDetail/1001" },
  { name: "Login", path: "/Login" },
  { name: "Notice", path: "/Notice" },
];
export const PRIVATE_PAGES: readonly MeasuredPage[] = [
  MY_ORDER,
  { name: "UserCenter", path: "/UserCenter", signedIn: true },
];

/** The headers of Chrome on Android for a document. */
export const CHROME_HEADERS: Readonly<Record<string, string>> = {
  Connection: "keep-alive",
  "sec-ch-ua": `"Not/A)Brand";v="8", "Chromium";v="126", "Google Chrome";v="126"`,
  "sec-ch-ua-mobile": "?1",
  "sec-ch-ua-platform": `"Android"`,
  "Upgrade-Insecure-Requests": "1",
  "User-Agent":
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
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

export const ENGLISH = "ulan=en_US";

/**
 * The bytes of a request.
 *
 * @param origin of the storefront
 * @param cookie the visitor's cookies as the header has them
 * @param more headers that replace Chrome's
 */
export function headOf(origin: string, path: string, cookie: string, more: Record<string, string> = {}): string {
  const own = { Host: new URL(origin).host, ...CHROME_HEADERS, ...more };
  const headers = Object.entries({ ...own, ...(cookie && { Cookie: cookie }) });
  return [`GET ${path} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`), "", ""].join("\r\n");
}

/** A response as it came over the wire, and how long it took to its last byte. */
export interface OneResponse {
  status: number;
  rawHeaders: string[];
  body: Buffer;
  tookMs: number;
}

/** Requests a page as a phone does, over a new connection; the parameters are those of `headOf`. */
export function oneResponse(
  origin: string,
  path: string,
  cookie: string,
  more: Record<string, string> = {},
): Promise<OneResponse> {
  const sentMs = performance.now();
  return new Promise((done, fail) => {
    const headers = { ...CHROME_HEADERS, ...more, Connection: "close", ...(cookie && { Cookie: cookie }) };
    request(new URL(path, origin), { headers }, (res) => {
      const parts: Buffer[] = [];
      res.on("data", (part: Buffer) => parts.push(part));
      res.on("end", () => {
        const tookMs = performance.now() - sentMs;
        done({ status: res.statusCode ?? 0, rawHeaders: res.rawHeaders, body: Buffer.concat(parts), tookMs });
      });
      res.on("error", fail);
    })
      .on("error", fail)
      .end();
  });
}

/** The Cookie header of a returning visitor, with the cookies that the first response set. */
export async function afterFirstVisit(url: string, path: string, cookie: string): Promise<string> {
  const { rawHeaders } = await oneResponse(url, path, cookie);
  const set = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === "set-cookie");
  return [cookie, ...set.map((value) => value.split(";")[0])].join("; ");
}

/** Headers about the connection, which node:http writes itself. */
const OF_A_CONNECTION = new Set(["connection", "keep-alive", "transfer-encoding", "date", "content-length"]);

/** The headers for a bare server that sends the same response. */
export function headersOfCopy(rawHeaders: readonly string[], bodyBytes: number): string[] {
  const isCopied = (at: number) => !OF_A_CONNECTION.has((rawHeaders[at - (at % 2)] ?? "").toLowerCase());
  return [...rawHeaders.filter((_, at) => isCopied(at)), "Content-Length", String(bodyBytes)];
}
