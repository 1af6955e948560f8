import type { ServerBuild } from "@remix-run/node";
import * as entry from "~/entry.server";
import * as root from "~/root";
import { appOf } from "@storefront/remix-runtime/route-builds";
import { crashPage } from "~server/documents/error-page";
import { routeTable } from "@storefront/remix-runtime/route-table";
import { cacheablePages } from "~server/page-cache/cacheable";
import remixConfig from "../../remix.config.js";
import { CookieJar } from "./requests";
import { loadContext, newAddress } from "./route-args";
import { ScriptlessContext } from "./scriptless/context";

/** Responds to a browser instead of an HTTP server. Does not follow redirects. */
type Site = (request: Request, clientAddress?: string) => Promise<Response>;

/** A route's module as it is in the build. */
type Module = ServerBuild["routes"][string]["module"];

/**
 * Makes the app's documents without a build: root, entry and some routes, rendered like on the server.
 *
 * @param routes the routes' modules by path pattern, such as `{ "Login/:account?": login }`. A route's id is its
 *   pattern or `_index`. `Index` is the layout of `Index/Home` and the other main pages
 */
export function site(routes: Record<string, unknown>): Site {
  const build = buildOf(routes);
  const handler = appOf(build, crashPage);
  return (request, clientAddress) => {
    // Remix compares Host with Origin; in production the HTTP server has already checked Host.
    request.headers.set("Host", new URL(request.url).host);
    return handler(request, { ...loadContext(clientAddress), manifest: build.assets });
  };
}

/** Makes the same for `openStorefront`: behind the HTTP layer, with its page cache. */
export function shop(routes: Record<string, unknown>) {
  const build = buildOf(routes);
  const app = appOf(build, crashPage);
  return {
    app,
    options: {
      pages: { cacheable: cacheablePages(build), render: app },
      routes: routeTable(build.routes),
    },
  };
}

function buildOf(routes: Record<string, unknown>): ServerBuild {
  const table = [
    { id: "root", path: "", module: root as unknown as Module },
    ...Object.entries(routes).map(([pattern, module]) => {
      const isFramed = pattern.startsWith("Index/") && "Index" in routes;
      const path = isFramed ? pattern.slice("Index/".length) : pattern;
      // For a route with an empty id Remix would loop endlessly over the root's children.
      const id = pattern || "_index";
      return { id, path, parentId: isFramed ? "Index" : "root", module: module as Module };
    }),
  ];
  return {
    mode: "production",
    entry: { module: entry },
    routes: Object.fromEntries(table.map((route) => [route.id, route])),
    assets: {
      url: "/assets/manifest.js",
      version: "test",
      entry: { module: "/assets/entry.js", imports: [] },
      routes: Object.fromEntries(
        table.map(({ module, ...route }) => [
          route.id,
          {
            ...route,
            module: `/assets/${route.id.replace(/\W/g, "")}.js`,
            hasAction: module.action !== undefined,
            hasLoader: module.loader !== undefined,
            hasClientAction: false,
            hasClientLoader: false,
            hasErrorBoundary: module.ErrorBoundary !== undefined,
          },
        ]),
      ),
    },
    publicPath: "/",
    assetsBuildDirectory: "build/client",
    isSpaMode: false,
    future: remixConfig.future as ServerBuild["future"],
  } satisfies ServerBuild;
}

/** Makes a browser without scripts at a site, with its own IP address unless one is given. */
export function browserAt(
  serve: Site,
  locale?: string,
  cookies = new CookieJar(),
  address = newAddress(),
): ScriptlessContext {
  if (locale !== undefined) cookies.set("ulan", locale);
  return new ScriptlessContext(String(process.env.PUBLIC_ORIGIN), {
    cookies,
    carry: ({ method, url, headers, body }) =>
      serve(new Request(url, { method, headers, body: body ? new Uint8Array(body) : null }), address),
  });
}
