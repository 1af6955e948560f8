import { UNKNOWN_SHAPE } from "@storefront/http-server/exchange";
import { patternOf, type RouteEntry } from "@storefront/remix-runtime/route-table";
import { DATA_FRESH_MS, ROWS, type CacheablePage } from "~server/pages";

export interface BuiltPage extends CacheablePage {
  shape: string;
  /** True if the page has scripts, so that there is a variant without them. */
  hydrates: boolean;
}

interface Build {
  routes: Readonly<Record<string, (RouteEntry & { module: { handle?: unknown } }) | undefined>>;
}

/** The page of all URLs without a route. */
export const NOT_FOUND: BuiltPage = { shape: UNKNOWN_SHAPE, hydrates: false, freshMs: DATA_FRESH_MS };

export function cacheablePages({ routes }: Build): Map<string, BuiltPage> {
  const pages = new Map<string, BuiltPage>();
  for (const route of Object.values(routes)) {
    const pattern = patternOf(route, routes);
    const cached = ROWS.find(({ path }) => path === pattern)?.cached;
    if (!route || !cached) continue;
    const { hydrate = false } = (route.module.handle ?? {}) as { hydrate?: boolean };
    const shape = pattern.replace(/:[^/]+/g, "*");
    pages.set(shape, { ...cached, shape, hydrates: hydrate });
  }
  return pages;
}
