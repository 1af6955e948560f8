import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { FORM_READ_MAX_BYTES, UPLOAD_FORM_MAX_BYTES } from "~server/constants";
import type { Refusal } from "~server/http/refusal";

/** What a request must be before anything is done for it: from its head they say how it is refused, or null. */

const UPLOAD_PATH = "/UploadImage";
/** A longer address is not repeated. */
const REPEATED_MAX_LENGTH = 2_000;

/** More than any browser and its proxies send. */
export const HEADER_LINES_MAX = 100;

/**
 * The guard of the head as a whole. node:http is told to keep every line (a limit of its own would drop the rest
 * without a word, the line of our proxy among it); its bytes are limited there.
 *
 * @param req the request; only its version and header lines are looked at
 * @returns how it is refused (400 without a Host, 431), or null
 */
export function checkHeaderLines(req: Pick<IncomingMessage, "httpVersion" | "headers" | "rawHeaders">): Refusal | null {
  if (req.rawHeaders.length / 2 > HEADER_LINES_MAX) return { status: 431, closes: true };
  return req.httpVersion === "1.1" && req.headers.host === undefined ? { status: 400, closes: true } : null;
}

/**
 * Reads a request target.
 *
 * @param url the request line's target
 * @returns its pathname and query, or null when it is malformed: not a path, `//host` or `\`, broken percent-encoding,
 *   control characters, dot segments
 */
export function readTarget(url: string | undefined): { pathname: string; search: string } | null {
  if (!url || !/^\/(?!\/)[\x21-\x7e]*$/.test(url)) return null;
  const [beforeHash = ""] = url.split("#", 1);
  const queryAt = beforeHash.indexOf("?");
  const pathname = queryAt < 0 ? beforeHash : beforeHash.slice(0, queryAt);
  const search = queryAt < 0 ? "" : beforeHash.slice(queryAt);
  try {
    const decoded = decodeURIComponent(pathname);
    if (/[\p{Cc}\\]/u.test(decoded) || decoded.startsWith("//")) return null;
    // Whoever resolves `/.//host` later would read another host out of it. Browsers never send dot segments.
    if (decoded.split("/").some((part) => part === "." || part === "..")) return null;
  } catch {
    return null;
  }
  return { pathname, search };
}

/**
 * Whether a Host header names this site (behaviour 6.9).
 *
 * @param host the header's value
 * @param publicOrigin the storefront's own origin; its default port may be written out
 */
export function isOwnHost(host: string | undefined, publicOrigin: string): boolean {
  if (!host || !/^[A-Za-z0-9.:[\]-]+$/.test(host)) return false;
  const own = new URL(publicOrigin);
  try {
    return new URL(`${own.protocol}//${host}`).host === own.host;
  } catch {
    return false;
  }
}

/**
 * How much is read of the body of a POST: of a form 64 MB, of an upload of photos 512 MB. Most of either is thrown away
 * as it comes: its sender is to see the page that says what is too large (behaviour 12.7).
 *
 * @param pathname where it goes, as this site writes it
 * @param contentType its content type: only multipart may be an upload
 */
export function bodyLimit(pathname: string, contentType: string | undefined): { maxBytes: number; upload: boolean } {
  const upload = pathname === UPLOAD_PATH && mediaType(contentType) === MULTIPART;
  return { maxBytes: upload ? UPLOAD_FORM_MAX_BYTES : FORM_READ_MAX_BYTES, upload };
}

const MULTIPART = "multipart/form-data";
const URLENCODED = "application/x-www-form-urlencoded";

function mediaType(contentType: string | undefined): string {
  return contentType?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/**
 * The guards of method and body.
 *
 * @param request method and headers
 * @returns how it is refused (400, 405, 411, 415), or null
 */
export function checkMethodAndBody(request: {
  method: string | undefined;
  headers: IncomingHttpHeaders;
}): Refusal | null {
  const { method, headers } = request;
  const chunked = headers["transfer-encoding"] !== undefined;
  const length = headers["content-length"];
  const hasBody = chunked || (length !== undefined && length !== "0");
  if (method === "GET" || method === "HEAD") return hasBody ? { status: 400, closes: true } : null;
  if (method !== "POST") return { status: 405, headers: { Allow: "GET, HEAD, POST" }, closes: hasBody };
  const type = mediaType(headers["content-type"]);
  if (type !== MULTIPART && type !== URLENCODED) return { status: 415, closes: hasBody };
  return chunked || length !== undefined ? null : { status: 411 };
}

/**
 * The guard of spellings: a page is asked for, and posted to, at one path. A post is sent there again as it is (308),
 * and nothing of it is read here; also what the scripts of a page ask for (`?_data=`), which follow like a browser.
 *
 * @param spelling the path of the page as this site writes it; undefined where there is no page
 * @returns how it is led there (301, 308; 414 where its address is too long to be repeated), or null
 */
export function checkSpelling(
  method: string | undefined,
  { pathname, search }: { pathname: string; search: string },
  spelling: string | undefined,
): Refusal | null {
  if (spelling === undefined || spelling === pathname) return null;
  const isPost = method === "POST";
  const location = spelling + search;
  if (location.length > REPEATED_MAX_LENGTH) return { status: 414, closes: isPost };
  return { status: isPost ? 308 : 301, headers: { Location: location }, closes: isPost };
}

/**
 * Whether a POST comes from a page of another site. `Sec-Fetch-Site` decides when the browser sends it: no page can
 * forge it, while `Origin` may be `null` for harmless reasons. Without it, `Origin` must be ours when sent;
 * a browser that sends neither is left to the form's token.
 *
 * @param headers the request's headers
 * @param publicOrigin the storefront's own origin
 */
export function isCrossSite(headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  return headers.origin !== undefined && headers.origin !== publicOrigin;
}

/**
 * Whether a browser fetches a page that nobody has opened yet. Only public pages are given in advance: any other may
 * change something, show a toast that is then lost, or be about a visitor (behaviour 14.10).
 */
export function isPrefetch({ method, headers }: Pick<IncomingMessage, "method" | "headers">): boolean {
  const said = [headers["sec-purpose"], headers["purpose"], headers["x-moz"]].join();
  return method === "GET" && /\bprefetch\b/i.test(said);
}

/**
 * Whether a browser asks for a page while its worker starts, for which the worker waits if it stands in front of that
 * page. Else the browser asks a second time, so that only a kept page is given to the first one (behaviour 14.10).
 */
export function isPreload({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return headers["service-worker-navigation-preload"] === "kept";
}

/**
 * Makes the headers of a request that passed the guards unambiguous, so that Remix, which compares `Origin` with `Host`
 * and answers an empty 500 to `Origin: null`, finds nothing to compare differently. An `Origin` other than ours is
 * dropped only after `isCrossSite` let the request pass, that is, when `Sec-Fetch-Site` vouched for it: the app's own
 * check reads `Sec-Fetch-Site` first as well and comes to the same verdict without it.
 *
 * @param headers the request's headers, changed in place
 * @param publicOrigin the storefront's own origin
 */
export function normaliseHeaders(headers: IncomingHttpHeaders, publicOrigin: string): void {
  headers.host = new URL(publicOrigin).host;
  if (headers.origin !== publicOrigin) delete headers.origin;
}
