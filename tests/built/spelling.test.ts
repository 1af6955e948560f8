import { expect, test } from "vitest";
import { routePatterns, spellingReader } from "@storefront/http-server/route-patterns";
import { SERVER_BUILD } from "../support/built";

test("every page of the build has one spelling, which is that of its folder (behaviour 12.31)", async () => {
  const build = (await import(SERVER_BUILD)) as { routes: Parameters<typeof routePatterns>[0] };
  const patterns = routePatterns(build.routes);
  const spellingOf = spellingReader(patterns);
  for (const pattern of patterns) {
    const own = pattern.replace(/:\w+\??/g, "aB%2Fc");
    const others = own.replace(/[^/]+/g, (part) => (part.startsWith("aB") ? part : part.toUpperCase()));
    for (const path of [own, others, `${own}/`, own.replace(/(?<!^)\//g, "//")]) {
      // The home page has nothing else to be written as, and two slashes at the beginning are refused before.
      expect(spellingOf(path), path).toBe(own);
    }
  }
  expect(patterns.length).toBeGreaterThan(40);
  expect(spellingOf("/there/is/none")).toBeUndefined();
});
