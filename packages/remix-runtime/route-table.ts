import { matchRoutes, type AgnosticRouteObject } from "@remix-run/router";
import { LRUCache } from "lru-cache";
import { UNKNOWN_SHAPE } from "@storefront/http-server/exchange";

/**
 * The routes of a build. The router matches a path once for the logs, the guards, the page cache and the app: logs and
 * metrics name requests by a shape, because a path may contain an account, `/Login/{account}`, and a mistyped one
 * anything.
 */

/** The needed parts of a route of the Remix build. */
export interface RouteEntry {
  id: string;
  parentId?: string | undefined;
  path?: string | undefined;
  index?: boolean | undefined;
  module: { action?: unknown };
}
export type RouteEntries = Readonly<Record<string, RouteEntry | undefined>>;

/** The result of matching a path. */
interface Found {
  /** The ids of its route and that route's parents, the root first. */
  ids: readonly string[];
  /** Undefined for a catch-all, which is no page. */
  page?: {
    /** Literal parts as the table writes them, `*` for what varies. */
    shape: string;
    /** The path as this site writes it: literal parts likewise, what varies as it was sent. */
    path: string;
    takesPosts: boolean;
  };
}

/** Paths whose route is remembered, and the longest of them; a visitor may invent any. */
const PATHS_MAX = 1_000;
const PATH_MAX_LENGTH = 200;

/** Answers about a pathname, which is percent-encoded and well-formed. */
export interface RouteTable {
  /** The ids of its route and that route's parents, the root first; undefined when there is none. */
  idsOf: (pathname: string) => readonly string[] | undefined;
  /** Its shape; UNKNOWN_SHAPE when it leads to no page. */
  shapeOf: (pathname: string) => string;
  /**
   * The canonical path of the same page, which begins with one slash, whatever other spellings the router accepts;
   * undefined where there is no such page. Proxies in front of this site know pages by their paths (behaviour 12.31).
   */
  canonicalPath: (pathname: string) => string | undefined;
  /** True if the page takes posts; false for a static file; undefined if there is no page. */
  takesPosts: (pathname: string) => boolean | undefined;
  /** Every shape that `shapeOf` gives for a page. */
  shapes: ReadonlySet<string>;
}

/** The full path pattern of one route, such as `/Login/:account?`. */
export function patternOf(route: RouteEntry | undefined, routes: RouteEntries): string {
  const parts: string[] = [];
  for (let at = route; at; at = at.parentId === undefined ? undefined : routes[at.parentId]) {
    if (at.path) parts.unshift(at.path);
  }
  return "/" + parts.join("/");
}

const partsOf = (path: string) => path.split("/").filter(Boolean);

const shapeOfParts = (parts: readonly string[]) => "/" + parts.map((part) => part.replace(/^:\w+/, "*")).join("/");

/** The end that a varying part must have, such as `.ics` of `:orderNum.ics`. */
const endOf = (part: string | undefined): string => /^:\w+(\.\w+)$/.exec(part ?? "")?.[1] ?? "";

/** Routes as the router wants them, as a tree. */
function treeOf(routes: RouteEntries, parentId?: string): AgnosticRouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (route?.parentId !== parentId || !route) return [];
    const own = { id: route.id, ...(route.path === undefined ? {} : { path: route.path }) };
    return [route.index ? { ...own, index: true as const } : { ...own, children: treeOf(routes, route.id) }];
  });
}

/** Reads the table of a build's routes. */
export function routeTable(routes: RouteEntries): RouteTable {
  const search = routeSearch(routes);
  const remembered = new LRUCache<string, Found>({ max: PATHS_MAX });

  function find(pathname: string): Found | undefined {
    const known = remembered.get(pathname);
    if (known) return known;
    const parts = partsOf(pathname);
    let ids = search(parts);
    const patternParts = (id: string | undefined) =>
      partsOf(patternOf(routes[id ?? ""], routes)).map((part) => part.replace(/\?$/, ""));
    const last = parts.at(-1) ?? "";
    // A dot that is written as `%2E` belongs to what varies.
    if (!last.toLowerCase().endsWith(endOf(patternParts(ids?.at(-1)).at(-1))))
      ids = search([...parts.slice(0, -1), last.replace(/%2e(?=\w+$)/i, "%252E")]);
    if (!ids) return undefined;
    const expected = patternParts(ids.at(-1)).slice(0, parts.length);
    const found: Found = { ids };
    if (!expected.includes("*")) {
      const path = parts.map((part, at) => {
        const own = expected[at] ?? "";
        const end = endOf(own);
        return own.startsWith(":") ? part.slice(0, part.length - end.length) + end : own;
      });
      const takesPosts = routes[ids.at(-1) ?? ""]?.module.action !== undefined;
      found.page = { shape: shapeOfParts(expected), path: `/${path.join("/")}`, takesPosts };
    }
    if (pathname.length <= PATH_MAX_LENGTH) remembered.set(pathname, found);
    return found;
  }

  const patterns = Object.values(routes).map((route) => partsOf(patternOf(route, routes)));
  const shapes = patterns
    .filter((parts) => !parts.includes("*"))
    .flatMap((parts) => [parts.filter((part) => !part.endsWith("?")), parts.map((part) => part.replace(/\?$/, ""))])
    .map(shapeOfParts);
  const isFile = (pathname: string) => /^\/+assets(?:\/|$)/.test(pathname);
  return {
    idsOf: (pathname) => find(pathname)?.ids,
    shapeOf: (pathname) => (isFile(pathname) ? "/assets/*" : (find(pathname)?.page?.shape ?? UNKNOWN_SHAPE)),
    canonicalPath: (pathname) => find(pathname)?.page?.path,
    takesPosts: (pathname) => (isFile(pathname) ? false : find(pathname)?.page?.takesPosts),
    shapes: new Set([...shapes, UNKNOWN_SHAPE]),
  };
}

/**
 * Prepares the router's search for the parts of a path. It looks through all routes that it is given each time (76
 * pages: 0.15 ms, as long as a cached page takes in all), so it is given those that begin as the path does.
 */
function routeSearch(routes: RouteEntries): (parts: readonly string[]) => string[] | undefined {
  const tree = treeOf(routes);
  const smallFirst = (path: string | undefined) => partsOf(path ?? "")[0]?.toLowerCase() ?? "";
  const beginningWith = (first: string) =>
    tree.map(({ children = [], ...root }) => ({
      ...root,
      children: children.filter(({ path }) => {
        const own = smallFirst(path);
        return own === first || own === "" || /^[:*]|\?$/.test(own);
      }),
    })) as AgnosticRouteObject[];
  const firsts = new Set(tree.flatMap(({ children = [] }) => children.map(({ path }) => smallFirst(path))));
  const trees = new Map([...firsts].map((first) => [first, beginningWith(first)]));
  const others = beginningWith("");
  return (parts) => {
    const first = decodeURIComponent(parts[0] ?? "").toLowerCase();
    return matchRoutes(trees.get(first) ?? others, `/${parts.join("/")}`)?.map(({ route }) => route.id ?? "");
  };
}
