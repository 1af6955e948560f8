import { patternOf, UNKNOWN_SHAPE, type RouteEntry } from "@storefront/http-server/route-patterns";

/**
 * What a public page depends on, said by its route in `handle.cached`: seen signed out it is one page for everybody
 * (behaviour 14.1). A test renders each page under every variation and finds what is not said here.
 */
export interface CachedPage {
  /** Names of the query that choose what the page shows, with their values; part of its key. */
  query?: Readonly<Record<string, readonly string[] | "any">>;
  /** Names of the query with which visitors ask for what only they see, such as a step: such a page is rendered. */
  rendered?: readonly string[];
  /** Names of the query that search for something: rendered too, and limited. */
  search?: readonly string[];
  /** Cookies of ours that it depends on, beside session and toast: with one of them it is rendered. */
  cookies?: readonly ("flow" | "read" | "saved" | "compare")[];
  /** Classes of devices that are shown another page: iPhones and iPads, browsers inside other apps. */
  device?: readonly ("ios" | "inApp")[];
  /** It is the same in every language, and on every device: a file for machines. */
  file?: boolean;
  /** Opening it marks the notice that its `id` names as read. */
  marksRead?: boolean;
}

/** A cached page of the build: the shape of its address, and what it depends on. */
export interface DeclaredPage extends CachedPage {
  shape: string;
  /** Whether it has scripts, and so a form without them. */
  hydrates: boolean;
}

/** What is needed of a route of the build. */
type BuiltRoute = RouteEntry & { module: { handle?: unknown } };

/** The shape of every address that no route has. */
export const NOT_FOUND: DeclaredPage = { shape: UNKNOWN_SHAPE, hydrates: false };

/**
 * The cached pages of a build.
 *
 * @param routes its routes by id
 * @returns them by the shape of their address
 */
export function declaredPages(routes: Readonly<Record<string, BuiltRoute | undefined>>): Map<string, DeclaredPage> {
  const pages = new Map<string, DeclaredPage>();
  for (const route of Object.values(routes)) {
    const handle = route?.module.handle as { cached?: CachedPage; hydrate?: boolean } | undefined;
    if (!route || !handle?.cached) continue;
    const shape = patternOf(route, routes).replace(/:[^/]+/g, "*");
    pages.set(shape, { ...handle.cached, shape, hydrates: handle.hydrate ?? false });
  }
  return pages;
}
