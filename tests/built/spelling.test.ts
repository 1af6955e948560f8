import { expect, test } from "vitest";
import { patternOf, routeTable, type RouteEntries } from "@storefront/remix-runtime/route-table";
import { SERVER_BUILD } from "../support/built";

test("every page has one canonical path, spelled like its route's folder", async () => {
  const build = (await import(SERVER_BUILD)) as { routes: RouteEntries };
  const every = new Set(Object.values(build.routes).map((route) => patternOf(route, build.routes)));
  const patterns = [...every].filter((pattern) => !pattern.includes("*"));
  const { canonicalPath } = routeTable(build.routes);
  for (const pattern of patterns) {
    const own = pattern.replace(/:\w+\??/g, "aB%2Fc");
    const others = own.replace(/[^/]+/g, (part) => (part.startsWith("aB") ? part : part.toUpperCase()));
    for (const path of [own, others, `${own}/`, own.replace(/(?<!^)\//g, "//")]) {
      // The root has no other spelling, and paths that begin with two slashes are rejected earlier.
      expect(canonicalPath(path), path).toBe(own);
    }
  }
  expect(patterns.length).toBeGreaterThan(40);
  expect(canonicalPath("/there/is/none")).toBeUndefined();
});
