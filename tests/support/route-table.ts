import { routeTable, type RouteTable } from "@storefront/remix-runtime/route-table";

/**
 * The table of routes with these path patterns.
 *
 * @param posts those whose pages take posts
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
