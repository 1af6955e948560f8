import { UNKNOWN_SHAPE } from "@storefront/http-server/exchange";
import { patternOf, type RouteEntry } from "@storefront/remix-runtime/route-table";
import { ROWS } from "~server/pages";

/**
 * What a public page depends on, as the table of the pages declares it: all signed-out visitors share one page. A test
 * renders each page under every variation and finds what is not declared.
 */
export interface CacheablePage {
  /** How long the cached page is fresh, in milliseconds. */
  freshMs: number;
  /** Names of the query that choose what the page shows, with their values; part of its key. */
  query?: Readonly<Record<string, readonly string[] | "any">>;
  /** Query parameters that select something for one visitor, such as a step: such a page is rendered, not cached. */
  rendered?: readonly string[];
  /** Names of the query that search for something: rendered too, and limited. */
  search?: readonly string[];
  /** Cookies that it depends on, beside session and toast: with one of them it is rendered. */
  cookies?: readonly ("flow" | "read" | "saved" | "compare")[];
  /** Classes of devices that are shown another page: iPhones and iPads, browsers inside other apps. */
  device?: readonly ("ios" | "inApp")[];
  /** It is the same in every language, and on every device: a file for machines. */
  file?: boolean;
  /** Opening it marks the notice that its `id` names as read. */
  marksRead?: boolean;
}

/** A cacheable page of the build: the shape of its URL, and its dependencies. */
export interface BuiltPage extends CacheablePage {
  shape: string;
  /** Whether it has scripts, and so a form without them. */
  hydrates: boolean;
}

/** The required parts of the build. */
interface Build {
  routes: Readonly<Record<string, (RouteEntry & { module: { handle?: unknown } }) | undefined>>;
}

/** The shape of all URLs without a route. */
export const NOT_FOUND: BuiltPage = { shape: UNKNOWN_SHAPE, hydrates: false, freshMs: 30_000 };

/**
 * The cacheable pages of a build.
 *
 * @returns them by the shape of their URL
 */
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
