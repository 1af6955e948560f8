import type { IncomingMessage } from "node:http";
import type { Logger } from "pino";
import type { Exchange, Middleware } from "@storefront/http-server/exchange";
import { clientAddressOf } from "@storefront/http-server/forwarded";
import { isPrefetch, isPreload, sendNothing } from "@storefront/http-server/guards";
import { missingHeaders } from "@storefront/http-server/security-headers";
import type { Entry, Rendered } from "@storefront/page-cache/entry";
import {
  createPageCache,
  pageCacheResponses,
  type CachedResponse,
  type CacheKey,
} from "@storefront/page-cache/page-cache";
import { sendCached } from "@storefront/page-cache/steps";
import { bytesOf, type App } from "@storefront/remix-runtime/app-handler";
import type { StyleSheets } from "@storefront/critical-css/style-sheets";
import { hasStyles, stylesCookie } from "~server/documents/styles-cookie";
import { noticeReadCookie } from "~server/notices/read-notices";
import { countRateLimited } from "~server/store/rate-limit";
import { collectDependencies, onPublicChange } from "@storefront/upstream-client/cache-dependencies";
import { withLookups } from "@storefront/upstream-client/lookups";
import { NOT_FOUND, type BuiltPage } from "./cacheable";
import { namesListedProduct, namesProduct, type Lookups } from "./lookups";
import { cacheKeyResolver, type PageKey, type ResolvedKey } from "./cache-key";
import { headersOf, savesDataIn, variantOf, varyOf } from "./variant";

const REPLACED = new Set(["set-cookie", "cache-control", "vary"]);
/** Browsers revalidate the page each time, but show it from their cache on Back. */
const ASK_AGAIN = "private, no-cache, no-transform";

/** Browsers with speculation rules prefetch a public page when its link is pressed. */
const SPECULATION_RULES = ["speculation-rules", '"/speculation-rules.json"'] as const;

export type PublicPages = ReturnType<typeof createPublicPages>;

export interface PublicPagesOptions {
  cacheable: ReadonlyMap<string, BuiltPage>;
  shapeOf: (pathname: string) => string;
  isFile: (pathname: string) => boolean;
  render: App;
  /** Undefined if pages link to their style sheets. */
  styles?: StyleSheets | undefined;
  publicOrigin: string;
  headers: ReadonlyArray<readonly [string, string]>;
  log: Logger;
}

interface VariantKey extends CacheKey {
  key: PageKey;
  variant: number;
}

export function createPublicPages(options: PublicPagesOptions) {
  const { publicOrigin, headers, styles, log } = options;
  const resolve = cacheKeyResolver(options);
  const offer = styles && { ...styles, cookie: stylesCookie(styles) };
  const dependencies = { collect: collectDependencies, onChange: onPublicChange };
  const cache = createPageCache<VariantKey>({ render, cookiesFor, dependencies, log });

  function keyFor(req: IncomingMessage): PageKey | "search" | "lookup" | "personal" | null {
    if (req.method !== "GET" && req.method !== "HEAD") return null;
    const resolved = resolve(req.url ?? "");
    if (typeof resolved === "string") return resolved === "other" ? null : resolved;
    const { cookie } = req.headers;
    if (cookie === undefined || !resolved.personal.some((name) => cookie.includes(name))) return resolved;
    return resolved.isLookup ? "lookup" : "personal";
  }

  function variantKeyOf(req: IncomingMessage, key: PageKey): VariantKey {
    const variant = variantOf(key.page, req.headers, styles);
    return { id: `${key.path} ${variant}`, shape: key.page.shape, freshMs: key.page.freshMs, key, variant };
  }

  async function render({ key: { page, path }, variant }: VariantKey): Promise<Rendered> {
    const request = new Request(publicOrigin + path, { headers: headersOf(variant, styles) });
    const response = await options.render(request, { isSharedRender: true, styles });
    const setsCookie = response.headers.has("Set-Cookie");
    if (setsCookie) log.error({ path: page.shape }, "a shared page tried to set a cookie");
    const isCacheable = response.status === (page === NOT_FOUND ? 404 : 200) && !setsCookie;
    return {
      status: response.status,
      isCacheable,
      // The response is sent as it is, without the steps that complete the app's responses.
      headers: [
        ...headers,
        ...missingHeaders((name) => name === "Cache-Control" || response.headers.has(name)),
        ...headersFor(page, response.headers, isCacheable),
        ...(page.file || savesDataIn(variant) ? [] : [SPECULATION_RULES]),
      ],
      body: (await bytesOf(response)) ?? Buffer.alloc(0),
    };
  }

  function cookiesFor({ key: { page, id } }: VariantKey, entry: Entry, cookies: string | undefined): string[] {
    const offered = offer && !page.file && !hasStyles(cookies, offer) ? [offer.cookie] : [];
    return page.marksRead && entry.isCacheable ? [...offered, noticeReadCookie(cookies, id)] : offered;
  }

  function peek(req: IncomingMessage, key: ResolvedKey | ReturnType<typeof keyFor>): CachedResponse | undefined {
    return key === null || typeof key === "string" ? undefined : cache.peek(req, variantKeyOf(req, key));
  }

  return {
    peek: (req: IncomingMessage) => peek(req, keyFor(req)),
    /** Renders and caches a missing page. Returns "limited" after too many lookups; null if the app should respond. */
    async getOrRender(req: IncomingMessage, lookups: Lookups): Promise<CachedResponse | "limited" | null> {
      const key = keyFor(req);
      if (key === null) return null;
      const cached = peek(req, key);
      if (cached) return cached;
      if (key === "personal") {
        pageCacheResponses.counts.bypass += 1;
        return null;
      }
      const isRendered = typeof key === "string";
      const isKnown = key !== "search" && namesProduct(req.url);
      const isLimited = (isRendered || key.isLookup) && !isKnown;
      if (isLimited && (await lookups.areTooMany()) && (key === "search" || !(await namesListedProduct(req.url)))) {
        countRateLimited("lookups");
        // The shared page may be cached nevertheless.
        return peek(req, resolve(req.url ?? "")) ?? "limited";
      }
      if (isRendered) {
        pageCacheResponses.counts.bypass += 1;
        // A preload and the navigation after it count once.
        if (key === "search" && !isPreload(req)) await lookups.count();
        return null;
      }
      const rendered = await cache.render(req, variantKeyOf(req, key));
      if (key.isLookup && !isKnown && !rendered.isStored && rendered.status < 500) await lookups.count();
      return rendered;
    },
    /** Counts a 404 of the app if such lookups are limited. */
    async recordMiss(req: IncomingMessage, lookups: Lookups): Promise<void> {
      if (keyFor(req) === "lookup") await lookups.count();
    },
    close: cache.close,
  };
}

function headersFor(page: BuiltPage, own: Headers, isCacheable: boolean): Rendered["headers"] {
  const headers = [...own].filter(([name]) => !REPLACED.has(name) && !name.startsWith("x-remix-"));
  const control = page.file ? own.get("Cache-Control") : isCacheable ? ASK_AGAIN : null;
  return [...headers, ["cache-control", control ?? "no-store"], ["vary", varyOf(page)]];
}

/** Serves a page from the cache, if it is there, before all other steps. */
export function respondFromCache(exchange: Exchange, pages: PublicPages | undefined): boolean {
  const cached = pages?.peek(exchange.req);
  if (cached) sendCached(exchange, cached);
  return cached !== undefined;
}

/** Serves the pages that signed-out visitors share, and counts the lookups of all other requests. */
export function renderPublicPages(
  pages: PublicPages | undefined,
  lookupsOf: (req: IncomingMessage, address: string) => Lookups,
): Middleware {
  return (exchange, next) => {
    const { req, res } = exchange;
    const lookups = lookupsOf(req, clientAddressOf(req));
    return withLookups(lookups, async () => {
      const page = await pages?.getOrRender(req, lookups);
      if (page === "limited") return exchange.sendError({ status: 429, headers: { "Retry-After": "60" } });
      if (page) return sendCached(exchange, page);
      if (isPreload(req)) return sendNothing(res);
      if (isPrefetch(req)) return exchange.sendError({ status: 503 });
      await next(exchange);
      if (res.statusCode === 404) await pages?.recordMiss(req, lookups);
    });
  };
}
