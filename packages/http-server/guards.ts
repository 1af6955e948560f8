import type { IncomingMessage, ServerResponse } from "node:http";
import type { ErrorResponse } from "./error-response";
import type { Exchange, Middleware, Target } from "./exchange";
import { linkedPath } from "./link-end";

/** A redirect does not repeat longer addresses. */
const REPEATED_MAX_LENGTH = 2_000;

/** No browser with its proxies sends as many lines. */
export const HEADER_LINES_MAX = 100;
/** Enough for our cookies and those that other sites set for the whole domain, often 16 kB. */
const HEADERS_MAX_BYTES = 24 * 1024;
/** Enough for our longest queries; a text that another app shares may be longer. */
export const TARGET_MAX_BYTES = 12 * 1024;
/** The longest paths are those of pictures: a source address of 2,048 characters in base64. */
const PATHNAME_MAX_LENGTH = 4 * 1024;

const guard =
  (check: (exchange: Exchange) => ErrorResponse | null): Middleware =>
  (exchange, next) => {
    const error = check(exchange);
    return error ? exchange.sendError(error) : next(exchange);
  };

/**
 * Refuses a head that is too long (414, 431) or has no Host (400). node:http is set to pass on more lines than we
 * accept, because it silently drops the rest, our proxy's line included; and more bytes, so that a long address and
 * long headers get different statuses.
 */
export const limitHead = guard(({ req, target }) => {
  const isLong = (req.url?.length ?? 0) > TARGET_MAX_BYTES || (target?.pathname.length ?? 0) > PATHNAME_MAX_LENGTH;
  if (isLong) return { status: 414, closes: true };
  const bytes = req.rawHeaders.reduce((sum, part) => sum + part.length, 0);
  if (req.rawHeaders.length / 2 > HEADER_LINES_MAX || bytes > HEADERS_MAX_BYTES) return { status: 431, closes: true };
  return req.httpVersion === "1.1" && req.headers.host === undefined ? { status: 400, closes: true } : null;
});

/**
 * Reads a request target; returns null if it is malformed: not a path, `//host` or `\`, broken percent-encoding,
 * control characters, dot segments.
 */
export function readTarget(url: string | undefined): Target | null {
  if (!url || !/^\/(?!\/)[\x21-\x7e]*$/.test(url)) return null;
  const [beforeHash = ""] = url.split("#", 1);
  const queryAt = beforeHash.indexOf("?");
  const pathname = queryAt < 0 ? beforeHash : beforeHash.slice(0, queryAt);
  const search = queryAt < 0 ? "" : beforeHash.slice(queryAt);
  try {
    const decoded = decodeURIComponent(pathname);
    if (/[\p{Cc}\\]/u.test(decoded) || decoded.startsWith("//")) return null;
    // A later reader could take the host from `/.//host`. Browsers never send dot segments.
    if (decoded.split("/").some((part) => part === "." || part === "..")) return null;
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
  return { pathname, search };
}

/** No host name with a port is longer. URL parsers sort combining marks in quadratic time. */
const HOST_MAX_LENGTH = 260;

/** True if a Host header names this site; the default port may be written out. */
function isOwnHost(host: string | undefined, publicOrigin: string): boolean {
  if (!host || host.length > HOST_MAX_LENGTH || !/^[A-Za-z0-9.:[\]-]+$/.test(host)) return false;
  const own = new URL(publicOrigin);
  const asked = `${own.protocol}//${host}`;
  return URL.canParse(asked) && new URL(asked).host === own.host;
}

export const MULTIPART = "multipart/form-data";
const URLENCODED = "application/x-www-form-urlencoded";

export function mediaType(contentType: string | undefined): string {
  return contentType?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

export function hasBody({ headers }: Pick<IncomingMessage, "headers">): boolean {
  const length = headers["content-length"];
  return headers["transfer-encoding"] !== undefined || (length !== undefined && length !== "0");
}

/** Refuses methods and bodies that no page accepts: 400, 405, 411, 415. */
export const requireMethodAndBody = guard(({ req }) => {
  const { method, headers } = req;
  const closes = hasBody(req);
  if (method === "GET" || method === "HEAD") return closes ? { status: 400, closes } : null;
  if (method !== "POST") return { status: 405, headers: { Allow: "GET, HEAD, POST" }, closes };
  const type = mediaType(headers["content-type"]);
  if (type !== MULTIPART && type !== URLENCODED) return { status: 415, closes };
  return closes || headers["content-length"] !== undefined ? null : { status: 411 };
});

/**
 * Redirects other spellings of a page's path to the canonical path: 301, or 308 for a post without reading its body, or
 * 414 if the address is too long to repeat. Cuts text that a messenger took for part of a link. Removes repeated slashes
 * from unknown paths too, because Remix's router takes quadratic time for them.
 *
 * @param canonicalPath returns a pathname's canonical path; undefined if there is no page
 */
export const redirectToCanonicalPath = (canonicalPath: (pathname: string) => string | undefined) =>
  guard(({ req, target }) => {
    if (!target) return null;
    const isPost = req.method === "POST";
    const linked = isPost ? target.pathname : linkedPath(target.pathname);
    const ofLink = linked === target.pathname ? undefined : canonicalPath(linked);
    const spelling = ofLink ?? canonicalPath(target.pathname) ?? target.pathname.replace(/\/{2,}/g, "/");
    if (spelling === target.pathname) return null;
    const location = spelling + target.search;
    if (location.length > REPEATED_MAX_LENGTH) return { status: 414, closes: isPost };
    return { status: isPost ? 308 : 301, headers: { Location: location }, closes: isPost };
  });

/** Refuses posts to pages without forms (405) and to unknown paths (404), for which `takesPosts` is undefined. */
export const requirePostTarget = (takesPosts: (pathname: string) => boolean | undefined) =>
  guard(({ req, target }) => {
    if (req.method !== "POST" || !target) return null;
    const taken = takesPosts(target.pathname);
    if (taken) return null;
    return taken === undefined
      ? { status: 404, closes: true }
      : { status: 405, headers: { Allow: "GET, HEAD" }, closes: true };
  });

/**
 * Refuses posts from pages of other sites (CSRF): 403. No page can forge `Sec-Fetch-Site`, while `Origin` may be `null`
 * for harmless reasons. If the browser sends neither, the form's token decides.
 */
export const requireSameOrigin = (publicOrigin: string) =>
  guard(({ req: { method, headers } }) => {
    const { origin, "sec-fetch-site": site } = headers;
    const isOurs =
      site === undefined ? origin === undefined || origin === publicOrigin : site === "same-origin" || site === "none";
    return method === "POST" && !isOurs ? { status: 403, closes: true } : null;
  });

/** Returns true for a prefetch. Only public pages may be prefetched: other pages would lose their toast. */
export function isPrefetch({ method, headers }: Pick<IncomingMessage, "method" | "headers">): boolean {
  const purposes = [headers["sec-purpose"], headers["purpose"], headers["x-moz"]].join();
  return method === "GET" && /\bprefetch\b/i.test(purposes);
}

/**
 * Returns true for a navigation preload. The service worker uses the response only for pages that it handles; for
 * others the browser sends a second request. So a preload gets cached pages only.
 */
export function isPreload({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return headers["service-worker-navigation-preload"] === "kept";
}

export const sendNothing = (res: ServerResponse): void =>
  void res.writeHead(204, { "Cache-Control": "no-store" }).end();

/** Refuses any expectation except `100-continue`: 417. */
export const requireKnownExpectation = guard(({ expects }) =>
  expects === "unknown" ? { status: 417, closes: true } : null,
);

/** Refuses a malformed target: 400. */
export const requireTarget = guard(({ target }) => (target ? null : { status: 400, closes: true }));

/**
 * Refuses requests for another site (421). Redirects our host name with a final dot (301), because browsers treat it as
 * another site with its own cookies.
 */
export const requireOwnHost = (publicOrigin: string) =>
  guard(({ host, req: { method }, target }) => {
    if (isOwnHost(host, publicOrigin)) return null;
    const isComplete = method !== "POST" && isOwnHost(host?.replace(/\.(?=:|$)/, ""), publicOrigin);
    const location = target ? publicOrigin + target.pathname + target.search : "";
    return isComplete && target && location.length <= REPEATED_MAX_LENGTH
      ? { status: 301, headers: { Location: location } }
      : { status: 421, closes: true };
  });

/**
 * Makes the headers of a request that passed the guards unambiguous: Remix compares `Origin` with `Host`, and responds
 * to `Origin: null` with an empty 500. A different `Origin` gets this far only if `Sec-Fetch-Site` allows it.
 */
export const normaliseHostAndOrigin =
  (publicOrigin: string): Middleware =>
  (exchange, next) => {
    const { headers } = exchange.req;
    headers.host = new URL(publicOrigin).host;
    if (headers.origin !== publicOrigin) delete headers.origin;
    return next(exchange);
  };
