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
  /** The route and its parents, the root first. */
  ids: readonly string[];
  /** Undefined for a catch-all. */
  page?: {
    /** Literal parts, and `*` for the others. */
    shape: string;
    /** Literal parts as the table spells them, the others as they were sent. */
    path: string;
    takesPosts: boolean;
  };
}

/** The number of cached paths and their maximum length; visitors may invent paths. */
const PATHS_MAX = 1_000;
const PATH_MAX_LENGTH = 200;

export type RouteTable = ReturnType<typeof routeTable>;

/** The path pattern of a route, such as `/Login/:account?`. */
export function patternOf(route: RouteEntry | undefined, routes: RouteEntries): string {
  const parts: string[] = [];
  for (let at = route; at; at = at.parentId === undefined ? undefined : routes[at.parentId]) {
    if (at.path) parts.unshift(at.path);
  }
  return "/" + parts.join("/");
}

const partsOf = (path: string) => path.split("/").filter(Boolean);

const shapeOfParts = (parts: readonly string[]) => "/" + parts.map((part) => part.replace(/^:\w+/, "*")).join("/");

/** The end of a dynamic part, such as `.ics` of `:orderNum.ics`. */
const endOf = (part: string | undefined): string => /^:\w+(\.\w+)$/.exec(part ?? "")?.[1] ?? "";

function treeOf(routes: RouteEntries, parentId?: string): AgnosticRouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (route?.parentId !== parentId || !route) return [];
    const own = { id: route.id, ...(route.path === undefined ? {} : { path: route.path }) };
    return [route.index ? { ...own, index: true as const } : { ...own, children: treeOf(routes, route.id) }];
  });
}

/**
 * Answers about a pathname, which is percent-encoded and well-formed, for logs, guards, page cache and app. Logs name
 * requests by a shape, because a path may contain an account, and a mistyped one anything.
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
    /** The ids of its route and the route's parents, the root first; undefined without a route. */
    idsOf: (pathname: string) => find(pathname)?.ids,
    /** UNKNOWN_SHAPE when it leads to no page. */
    shapeOf: (pathname: string) => (isFile(pathname) ? "/assets/*" : (find(pathname)?.page?.shape ?? UNKNOWN_SHAPE)),
    /** The canonical spelling of a page's path; undefined without a page. Proxies know it. */
    canonicalPath: (pathname: string) => find(pathname)?.page?.path,
    /** False for a static file; undefined without a page. */
    takesPosts: (pathname: string) => (isFile(pathname) ? false : find(pathname)?.page?.takesPosts),
    shapes: new Set([...shapes, UNKNOWN_SHAPE]),
  };
}

/** The router's search among routes with the same beginning: searching all 76 takes 0.15 ms. */
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
