import { routeTable, type RouteTable } from "@storefront/remix-runtime/route-table";

/**
 * Makes the table of routes with these path patterns.
 *
 * @param posts the patterns of pages that accept posts
 */
export function tableOf(patterns: readonly string[], posts: readonly string[] = patterns): RouteTable {
  const routes = patterns.map((pattern) => {
    const module = posts.includes(pattern) ? { action: () => null } : {};
    return {
      id: pattern,
      parentId: "root",
      ...(pattern === "/" ? { index: true } : { path: pattern.slice(1) }),
      module,
    };
  });
  const root = { id: "root", path: "", module: {} };
  return routeTable(Object.fromEntries([root, ...routes].map((route) => [route.id, route])));
}
