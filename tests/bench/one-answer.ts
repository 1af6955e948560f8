import { request } from "node:http";
import { CHROME_HEADERS } from "./pages";

/** A response as it came over the wire, and how long it took to its last byte. */
export interface OneResponse {
  status: number;
  rawHeaders: string[];
  body: Buffer;
  tookMs: number;
}

/**
 * Requests a page as a phone does, over a new connection.
 *
 * @param more headers in place of Chrome's
 */
export function oneResponse(
  url: string,
  path: string,
  cookie: string,
  more: Record<string, string> = {},
): Promise<OneResponse> {
  const sentMs = performance.now();
  return new Promise((done, fail) => {
    const headers = { ...CHROME_HEADERS, ...more, Connection: "close", ...(cookie && { Cookie: cookie }) };
    request(new URL(path, url), { headers }, (res) => {
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

/** The Cookie header of a visitor who opens a page again: with the cookies that the first response set. */
export async function afterFirstVisit(url: string, path: string, cookie: string): Promise<string> {
  const { rawHeaders } = await oneResponse(url, path, cookie);
  const set = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === "set-cookie");
  return [cookie, ...set.map((value) => value.split(";")[0])].join("; ");
}

/** Headers about one connection; node:http writes its own. */
const OF_A_CONNECTION: ReadonlySet<string> = new Set(["connection", "keep-alive", "transfer-encoding", "date"]);

/**
 * The headers with which a bare server sends the same response.
 *
 * @param rawHeaders names and values in turn, as node:http reads them
 * @param bodyBytes of the response, which may have come in chunks
 */
export function headersOfCopy(rawHeaders: readonly string[], bodyBytes: number): string[] {
  const copy: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = rawHeaders.slice(at, at + 2);
    const lower = name.toLowerCase();
    if (!OF_A_CONNECTION.has(lower) && lower !== "content-length") copy.push(name, value);
  }
  return [...copy, "Content-Length", String(bodyBytes)];
}
