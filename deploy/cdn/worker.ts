/**
 * A worker for a CDN that runs code at its edge (Cloudflare Workers, or anything with `fetch`, `caches.default` and
 * module workers). It caches public pages as signed-out visitors see them, by the rules of the storefront's own page
 * cache; deploy/nginx/storefront.conf does the same. All other requests, and unusual ones, go to the
 * origin unchanged. `/assets/` and `/pictures/` have their own `Cache-Control`.
 */

interface EdgeCache {
  match: (address: string) => Promise<Response | undefined>;
  put: (address: string, response: Response) => Promise<unknown>;
}
declare const caches: { default: EdgeCache };

/** How long a cached page is served before it is fetched again, in seconds. */
const TTL_S = 10;

/** Not notices, which mark what was read, nor the app's page, which differs in in-app browsers. */
const PAGES =
  /^\/(?:Index\/(?:Home|Power|Miner|AboutUs)|(?:Power|Miner)ProductDetail\/[A-Za-z0-9_-]{1,64}|PrivacyAgreement|UserAgreement|Help|Estimate|Genuine)$/;
/** Names of the query that no page declares: they are neither in the key nor in the page. */
const TRACKING =
  /^\?(?:(?:utm_[a-z_]+|gad_[a-z]+|[gw]braid|gclid|gclsrc|dclid|srsltid|_g[al]|fbclid|igsh(?:id)?|msclkid|ttclid|twclid|li_fat_id|yclid|mc_[ce]id|from|isappinstalled)=[^&]*(?:&|$))+$/;
/** Cookies that bypass the cache, by the end of their names: session, toast, flow, read notices, chosen plans. */
const OWN = /(?:utoken|flash|flow|read|saved|compare)=/;
/**
 * The shop's languages, the default first. Any other value means the default, so that made-up ones do not each fill the
 * cache.
 */
const LOCALES = ["el_GR", "en_US"] as const;
/** The cookies of the key, in the one spelling that browsers send. */
const KEYED = /(?:^|; )(ulan|scripts|styles)=([^;]*)/g;

/**
 * Makes a request from the page's cache key and nothing else.
 *
 * @returns null if the origin must get the visitor's own request
 */
export function keyRequest(request: Request): Request | null {
  const { method, headers, url } = request;
  const { origin, pathname, search } = new URL(url);
  if (method !== "GET" && method !== "HEAD") return null;
  if (!PAGES.test(pathname) || (search !== "" && !TRACKING.test(search))) return null;
  if (headers.has("Sec-Purpose") || headers.has("Authorization")) return null;
  const cookies = headers.get("Cookie") ?? "";
  const names = cookies.match(/\b(?:ulan|scripts|styles)\b/g) ?? [];
  const keyed = new Map([...cookies.matchAll(KEYED)].map(([, name, value]) => [name, value]));
  // A cookie that appears twice, in another spelling, or inside another.
  if (OWN.test(cookies) || names.length !== keyed.size) return null;
  const userAgent = headers.get("User-Agent") ?? "";
  const isIos = /\b(?:iPhone|iPad|iPod)\b/.test(userAgent) && !userAgent.includes("Windows Phone");
  const styles = keyed.get("styles") ?? "";
  const scripts = keyed.get("scripts") ?? "";
  const cookiesOfKey = {
    ulan: LOCALES.find((locale) => locale === keyed.get("ulan")) ?? LOCALES[0],
    scripts: scripts === "on" || scripts === "off" ? scripts : "",
    styles: /^[A-Za-z0-9._-]{1,64}$/.test(styles) ? styles : "",
  };
  return new Request(origin + pathname, {
    headers: {
      Cookie: Object.entries(cookiesOfKey)
        .filter(([, value]) => value !== "")
        .map(([name, value]) => `${name}=${value}`)
        .join("; "),
      "User-Agent": isIos ? "iPhone" : "Android",
      ...(headers.get("Save-Data")?.toLowerCase() === "on" ? { "Save-Data": "on" } : {}),
    },
    redirect: "manual",
  });
}

/** An address that contains the cache key, because an edge cache has no other key. */
function keyAddress({ url, headers }: Request): string {
  const parts = ["Cookie", "User-Agent", "Save-Data"].map((name) => headers.get(name) ?? "");
  return `${url}?${new URLSearchParams({ key: parts.join("\n") })}`;
}

/** The `Cache-Control` of a page that is the same for everybody with its key. Other responses have other values. */
const SAME_FOR_ALL = "private, no-cache, no-transform";
/** The parts of the key in `Vary`, and what the CDN handles by itself. */
const VARY = /^(?:(?:Cookie|Save-Data|User-Agent|Accept-Encoding)(?:, *|$))*$/i;

/** True if a response may be shared by everybody with the same key. */
function isForAll({ status, headers }: Response): boolean {
  return (
    status === 200 &&
    headers.get("Cache-Control") === SAME_FOR_ALL &&
    VARY.test(headers.get("Vary") ?? "") &&
    headers.getSetCookie().every((cookie) => cookie.startsWith("styles="))
  );
}

/** Caches store no response that sets a cookie. The one that such a page can set, `styles`, is the same for all. */
const CACHED_COOKIE = "X-Cached-Cookie";

function packed(response: Response): Response {
  const headers = new Headers(response.headers);
  const cookie = headers.get("Set-Cookie");
  headers.delete("Set-Cookie");
  headers.delete("Vary");
  headers.delete("X-Request-Id");
  if (cookie) headers.set(CACHED_COOKIE, cookie);
  headers.set("Cache-Control", `public, max-age=${TTL_S}`);
  return new Response(response.body, { status: response.status, headers });
}

/** A cached response as a visitor gets it: browsers revalidate it, and caches in between store nothing. */
function unpacked(cached: Response, request: Request): Response {
  const headers = new Headers(cached.headers);
  const cookie = headers.get(CACHED_COOKIE);
  headers.delete(CACHED_COOKIE);
  headers.delete("Age");
  if (cookie) headers.set("Set-Cookie", cookie);
  headers.set("Cache-Control", SAME_FOR_ALL);
  headers.set("Vary", "Cookie, Save-Data, User-Agent, Accept-Encoding");
  const etag = headers.get("ETag");
  const known = request.headers.get("If-None-Match");
  const isKnown = etag !== null && (known?.split(",").some((one) => one.trim() === etag) ?? false);
  if (isKnown) return new Response(null, { status: 304, headers });
  return new Response(request.method === "HEAD" ? null : cached.body, { status: cached.status, headers });
}

/** How long a visitor waits for a page that another visitor of this isolate is already fetching. */
const WAIT_MS = 2000;
/**
 * The pages that are being fetched, by the address of their key: each resolves, and never rejects, when its page is in
 * the cache or will not be. Others learn nothing else from it: what they get comes from the cache.
 */
const fetching = new Map<string, Promise<unknown>>();

/** Waits for the page that another visitor has asked for. */
async function waitFor(address: string, fetched: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<true>((resolve) => (timer = setTimeout(() => resolve(true), WAIT_MS)));
  const isTooLong = await Promise.race([fetched, tooLong]);
  clearTimeout(timer);
  // An aborted request never reports its end, so the next visitor starts afresh.
  if (isTooLong === true && fetching.get(address) === fetched) fetching.delete(address);
}

interface Context {
  waitUntil: (done: Promise<unknown>) => void;
}

/** Fetches the page of a key, for one visitor and for all who wait for it. */
async function fill(address: string, asked: Request, request: Request, context: Context): Promise<Response> {
  let resolveDone = () => {};
  const done = new Promise<void>((resolve) => (resolveDone = resolve));
  const end = () => {
    if (fetching.get(address) === done) fetching.delete(address);
    resolveDone();
  };
  fetching.set(address, done);
  try {
    const response = await fetch(asked);
    if (isForAll(response)) {
      const stored = packed(response);
      context.waitUntil(caches.default.put(address, stored.clone()).then(end, end));
      return unpacked(stored, request);
    }
    end();
    // An error, a limit or an unresponsive instance: passed to this visitor only, and not requested again.
    return request.method === "HEAD" ? new Response(null, response) : response;
  } catch (error) {
    end();
    throw error;
  }
}

export default {
  async fetch(request: Request, _env: unknown, context: Context): Promise<Response> {
    const asked = keyRequest(request);
    if (!asked) return fetch(request);
    const address = keyAddress(asked);
    const before = fetching.get(address);
    let cached = await caches.default.match(address);
    const fetched = before ?? fetching.get(address);
    if (!cached && fetched) {
      await waitFor(address, fetched);
      cached = await caches.default.match(address);
    }
    if (cached) return unpacked(cached, request);
    // Visitors who waited in vain request the page themselves.
    return fetched ? fetch(request) : fill(address, asked, request, context);
  },
};
