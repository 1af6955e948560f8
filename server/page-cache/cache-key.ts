import { LRUCache } from "lru-cache";
import { readTarget } from "@storefront/http-server/guards";
import { linkedPath } from "@storefront/http-server/link-end";
import { UNKNOWN_SHAPE } from "@storefront/http-server/exchange";
import { flashCookieName } from "~server/session/flash";
import { flowCookieName } from "~server/session/flow-session";
import { READ_NOTICES_COOKIE } from "~server/notices/read-notices";
import { sessionCookieName } from "~server/session/session";
import { NOT_FOUND, type BuiltPage } from "./cacheable";

export interface PageKey {
  page: BuiltPage;
  path: string;
  /** Value of the query parameter `id`; empty if the page declares none. */
  id: string;
  /** True for URLs that anybody can make up, so lookups that find nothing are limited. */
  isLookup: boolean;
  /** Beginnings of the cookies that make the page the visitor's own. */
  personal: readonly string[];
}

/** The key of a cached page; `search` or `lookup` for limited pages rendered per visitor; else `other`. */
export type ResolvedKey = PageKey | "search" | "lookup" | "other";

const NOT_FOUND_PATH = "/404";
const PATH_MAX_LENGTH = 256;
const RESOLVED_MAX = 2_000;

/** Returns the function from URLs to cache keys (behaviour 14.1, 14.3). */
export function cacheKeyResolver(options: {
  cacheable: ReadonlyMap<string, BuiltPage>;
  shapeOf: (pathname: string) => string;
  isFile: (pathname: string) => boolean;
}): (url: string) => ResolvedKey {
  const { cacheable, shapeOf, isFile } = options;
  const known = new LRUCache<string, ResolvedKey>({ max: RESOLVED_MAX });
  const personalOf = new Map<BuiltPage, readonly string[]>();

  function resolve(url: string): ResolvedKey {
    const target = readTarget(url);
    if (!target || isFile(target.pathname)) return "other";
    const query = new URLSearchParams(target.search);
    const shape = shapeOf(target.pathname);
    // Doubled slashes are redirected.
    const isNoPage = query.has("_data") || url.length > PATH_MAX_LENGTH || target.pathname.includes("//");
    if (shape === UNKNOWN_SHAPE) {
      // A link with text behind it is redirected.
      if (isNoPage || shapeOf(linkedPath(target.pathname)) !== UNKNOWN_SHAPE) return "other";
      return { page: NOT_FOUND, path: NOT_FOUND_PATH, id: "", isLookup: false, personal: personal(NOT_FOUND) };
    }
    const page = cacheable.get(shape);
    if (!page) return "other";
    if (page.search?.some((name) => query.has(name))) return "search";
    const keyed = new URLSearchParams();
    for (const [name, values] of Object.entries(page.query ?? {})) {
      const value = query.get(name);
      if (value && (values === "any" || values.includes(value))) keyed.set(name, value);
    }
    const path = keyed.size ? `${target.pathname}?${keyed}` : target.pathname;
    const id = keyed.get("id") ?? "";
    const isLookup = shape.includes("*") || id !== "";
    const isCacheable = !isNoPage && !page.rendered?.some((name) => query.has(name)) && isSpelt(target.pathname, shape);
    if (!isCacheable) return isLookup ? "lookup" : "other";
    return { page, path, id, isLookup, personal: personal(page) };
  }

  function personal(page: BuiltPage): readonly string[] {
    let names = personalOf.get(page);
    if (!names) personalOf.set(page, (names = personalCookies(page).map((name) => `${name}=`)));
    return names;
  }

  return (url) => {
    if (url.length > PATH_MAX_LENGTH) return resolve(url);
    let resolved = known.get(url);
    if (resolved === undefined) known.set(url, (resolved = resolve(url)));
    return resolved;
  };
}

/** True for the canonical spelling. Other spellings are redirected or rendered. */
function isSpelt(pathname: string, shape: string): boolean {
  if (pathname === shape) return true;
  const parts = pathname.split("/");
  const expected = shape.split("/");
  return (
    parts.length === expected.length &&
    parts.every((part, index) =>
      expected[index] === "*" ? part === encodeURIComponent(decodeURIComponent(part)) : part === expected[index],
    )
  );
}

function personalCookies({ file, cookies = [] }: BuiltPage): string[] {
  if (file) return [];
  const names = { flow: flowCookieName(), read: READ_NOTICES_COOKIE, saved: "saved", compare: "compare" };
  return [sessionCookieName(), flashCookieName(), ...cookies.map((name) => names[name])];
}
