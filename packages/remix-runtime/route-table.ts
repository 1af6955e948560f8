import { matchRoutes, type AgnosticRouteObject } from "@remix-run/router";
import { LRUCache } from "lru-cache";
import { UNKNOWN_SHAPE } from "@storefront/http-server/exchange";

export interface RouteEntry {
  id: string;
  parentId?: string | undefined;
  path?: string | undefined;
  index?: boolean | undefined;
  module: { action?: unknown };
}
export type RouteEntries = Readonly<Record<string, RouteEntry | undefined>>;

interface Found {
  /** The ids of the route and its parents, the root first. */
  ids: readonly string[];
  page?: {
    /** The literal parts of the path, with `*` for the others. */
    shape: string;
    /** The path with literal parts as in the table, and others as they were sent. */
    path: string;
    takesPosts: boolean;
  };
}

/** Limits of the cache of paths, because visitors may invent any number of them. */
const PATHS_MAX = 1_000;
const PATH_MAX_LENGTH = 200;

export type RouteTable = ReturnType<typeof routeTable>;

/** Returns the path pattern of a route, such as `/Login/:account?`. */
export function patternOf(route: RouteEntry | undefined, routes: RouteEntries): string {
  const parts: string[] = [];
  for (let at = route; at; at = at.parentId === undefined ? undefined : routes[at.parentId]) {
    if (at.path) parts.unshift(at.path);
  }
  return "/" + parts.join("/");
}

const partsOf = (path: string) => path.split("/").filter(Boolean);

const shapeOfParts = (parts: readonly string[]) => "/" + parts.map((part) => part.replace(/^:\w+/, "*")).join("/");

/** Returns the end of a dynamic part, such as `.ics` of `:orderNum.ics`. */
const endOf = (part: string | undefined): string => /^:\w+(\.\w+)$/.exec(part ?? "")?.[1] ?? "";

function treeOf(routes: RouteEntries, parentId?: string): AgnosticRouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (route?.parentId !== parentId || !route) return [];
    const own = { id: route.id, ...(route.path === undefined ? {} : { path: route.path }) };
    return [route.index ? { ...own, index: true as const } : { ...own, children: treeOf(routes, route.id) }];
  });
}

/**
 * Finds the route of a percent-encoded, well-formed pathname. Logs name requests by their route, because a path may
 * contain an account.
 */
export function routeTable(routes: RouteEntries) {
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
    // A dot written as `%2E` belongs to the dynamic part.
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
    /** Returns the ids of the route and its parents, the root first; undefined without a route. */
    idsOf: (pathname: string) => find(pathname)?.ids,
    /** Returns the route's shape; UNKNOWN_SHAPE if the path leads to no page. */
    shapeOf: (pathname: string) => (isFile(pathname) ? "/assets/*" : (find(pathname)?.page?.shape ?? UNKNOWN_SHAPE)),
    /** Returns the canonical spelling of a page's path; undefined without a page. */
    canonicalPath: (pathname: string) => find(pathname)?.page?.path,
    /** Returns false for a static file; undefined without a page. */
    takesPosts: (pathname: string) => (isFile(pathname) ? false : find(pathname)?.page?.takesPosts),
    shapes: new Set([...shapes, UNKNOWN_SHAPE]),
  };
}

/** Searches only among routes with the same first part, because searching all 76 takes 0.15 ms. */
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
