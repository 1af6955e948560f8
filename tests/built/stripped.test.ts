import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { STRIPPED_PARTS } from "@storefront/remix-runtime/vite/stripped";
import { clientFile, clientManifest, clientScripts, hydratedRoutes } from "../support/built";

const library = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url)), "utf8");

const scripts = clientScripts().map((script) => [script, clientFile(script)] as const);
const whoHas = (mark: string | RegExp) =>
  scripts
    .filter(([, text]) => (typeof mark === "string" ? text.includes(mark) : mark.test(text)))
    .map(([name]) => name);

/** Texts of the libraries that occur only in omitted code. */
const MARKS = [
  ["@remix-run/router/dist/router.js", "remix-router-transitions"],
  ["@remix-run/router/dist/router.js", "You are trying to use a blocker"],
  ["@remix-run/router/dist/router.js", "Deferred data aborted"],
  ["@remix-run/router/dist/router.js", "No route matches URL"],
  ["@remix-run/router/dist/router.js", '"caseSensitive", "path"'],
  ["@remix-run/router/dist/router.js", "didn't return anything"],
  ["react-router/dist/index.js", "Unexpected Application Error!"],
  ["react-router/dist/index.js", "React Router caught the following error"],
  ["react-router-dom/dist/index.js", "startViewTransition"],
  ["react-router-dom/dist/index.js", "__reactRouterVersion"],
  ["react-router-dom/dist/index.js", '"aria-current", "caseSensitive"'],
  ["@remix-run/react/dist/esm/browser.js", "createRoutesForHMR"],
  ["@remix-run/react/dist/esm/data.js", "__deferred_promise:"],
  ["@remix-run/react/dist/esm/data.js", "remix-deferred"],
  ["@remix-run/react/dist/esm/errorBoundaries.js", "Application Error"],
  ["@remix-run/react/dist/esm/fallback.js", "Hey developer"],
  ["@remix-run/react/dist/esm/fog-of-war.js", "remix-manifest-version"],
  ["@remix-run/react/dist/esm/links.js", "imageSrcSet ==="],
  ["@remix-run/react/dist/esm/routeModules.js", "Error loading route module"],
  ["@remix-run/react/dist/esm/routes.js", "but you are trying to"],
  ["@remix-run/react/dist/esm/single-fetch.js", "_routes"],
  ["react/cjs/react.production.min.js", "cloneElement"],
  ["react-dom/cjs/react-dom.production.min.js", "unstable_renderSubtreeIntoContainer"],
  ["scheduler/cjs/scheduler.production.min.js", "unstable_wrapCallback"],
] as const;

test.each(MARKS)("scripts contain no library code that no page runs: %s, %s", (path, mark) => {
  expect(library(path).includes(mark)).toBe(true);
  expect(whoHas(mark)).toEqual([]);
});

test("no code reads an omitted export of React", () => {
  // React's own code reads properties of these names elsewhere.
  const others = ["act", "lazy", "version"];
  const left = STRIPPED_PARTS["/react/cjs/react.production.min.js"]?.unexported ?? [];
  const names = left.filter((name) => !others.includes(name));
  expect(names.length).toBeGreaterThan(10);
  expect(whoHas(new RegExp(`\\.(?:${names.join("|")})\\b`))).toEqual([]);
});

test("a page that never hydrates has its style and no script", async () => {
  const { routes } = clientManifest();
  const hydrated = await hydratedRoutes();
  const around = new Set(hydrated.map((id) => routes[id]?.parentId));
  const others = Object.entries(routes).filter(([id]) => !hydrated.includes(id) && !around.has(id));
  expect(others.length).toBeGreaterThan(20);
  for (const [id, { module }] of others) {
    const text = clientFile(module);
    expect(text, id).toContain(" as page}");
    // Its imports load the style; a constant may remain, because the bundler keeps code that might have side effects.
    expect(text.length, id).toBeLessThan(400);
  }
  expect(routes["routes/Index.Home"]?.css.length).toBeGreaterThan(0);
});
