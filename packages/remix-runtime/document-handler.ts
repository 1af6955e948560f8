import type { AppLoadContext, EntryContext, ServerBuild } from "@remix-run/node";
import {
  createStaticHandler,
  getStaticContextFromError,
  isRouteErrorResponse,
  type AgnosticDataRouteObject,
  type StaticHandlerContext,
} from "@remix-run/router";
import type { App } from "./app-handler";

declare module "@remix-run/node" {
  interface AppLoadContext {
    /** True if loaders pass on their data as objects, not as JSON. */
    isDocumentHandler?: boolean;
    /** The response that a loader or action sends instead of its page, such as a file. */
    instead?: Response;
    /** True if an action may use `respondInstead`. */
    mayRespondInstead?: boolean;
  }
}

/** Makes an action respond without its page: `response` for a document, `data` if a script posts. */
export function respondInstead(context: AppLoadContext, response: () => Response, data: () => Response): Response {
  if (!context.mayRespondInstead) return data();
  context.instead = response();
  // For any other result Remix would run the page's loaders.
  return new Response(null, { status: 303, headers: { Location: "/" } });
}

/** Makes the page for a document that the app cannot render; `method` is the request's. */
export type CrashPage = (method?: string) => Response;

function dataRoutes(routes: ServerBuild["routes"], parentId?: string): AgnosticDataRouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (route.parentId !== parentId) return [];
    const { id, path, index, caseSensitive, module } = route;
    const { loader, handle } = module;
    const own = {
      id,
      handle,
      ...(path === undefined ? {} : { path }),
      ...(caseSensitive === undefined ? {} : { caseSensitive }),
      hasErrorBoundary: id === "root" || module.ErrorBoundary !== undefined,
      ...(loader
        ? {
            loader: (args: { request: Request; params: Record<string, string | undefined>; context?: unknown }) =>
              loader({ ...args, context: args.context as AppLoadContext }),
          }
        : {}),
    };
    return [index ? { ...own, index } : { ...own, children: dataRoutes(routes, id) }];
  });
}

function headersOf({ matches, errors, loaderHeaders }: StaticHandlerContext): Headers {
  const boundary = errors ? matches.findIndex(({ route }) => route.id in errors) : -1;
  const shown = boundary < 0 ? matches : matches.slice(0, boundary + 1);
  const failed = boundary < 0 ? [] : matches.slice(boundary + 1);
  const cookies = [...shown, ...failed].flatMap(({ route }) => loaderHeaders[route.id]?.getSetCookie() ?? []);
  const headers = new Headers();
  for (const cookie of new Set(cookies)) headers.append("Set-Cookie", cookie);
  return headers;
}

/** Error details are never sent to the browser. */
function withoutDetails(errors: StaticHandlerContext["errors"]): StaticHandlerContext["errors"] {
  if (!errors) return null;
  const message = (error: unknown) => (error instanceof Error ? new Error("Unexpected Server Error") : error);
  return Object.fromEntries(Object.entries(errors).map(([id, error]) => [id, message(error)]));
}

/**
 * Handles GET and HEAD of documents with Remix's router and entry, without its two extra requests per loader and
 * without a round trip of the data through JSON. `crashPage` is for a page whose error page cannot be rendered either.
 */
export function documentsOf(build: ServerBuild, crashPage: CrashPage): App {
  const routes = dataRoutes(build.routes);
  const { v3_relativeSplatPath, v3_throwAbortReason } = build.future;
  const handler = createStaticHandler(routes, {
    future: { v7_relativeSplatPath: v3_relativeSplatPath, v7_throwAbortReason: v3_throwAbortReason },
  });
  const { module: entry } = build.entry;
  const routeModules = Object.fromEntries(Object.entries(build.routes).map(([id, { module }]) => [id, module]));
  const remix = {
    manifest: build.assets,
    routeModules,
    future: build.future,
    isSpaMode: false,
    serializeError: ({ message }: Error) => ({ message }),
  } as Omit<EntryContext, "staticHandlerContext">;

  return async (request, loadContext) => {
    const report = (error: unknown) => entry.handleError?.(error, { request, context: loadContext, params: {} });
    // We pass the original and not a copy, because the router records in it how far rendering has come.
    const render = (found: StaticHandlerContext, headers: Headers) => {
      found.errors = withoutDetails(found.errors);
      const context = { ...remix, staticHandlerContext: found };
      return entry.default(request, found.statusCode, headers, context, loadContext);
    };

    loadContext.isDocumentHandler = true;
    let found: StaticHandlerContext | Response;
    try {
      found = await handler.query(request, { requestContext: loadContext });
    } catch (error) {
      report(error);
      return crashPage();
    }
    const { instead } = loadContext;
    if (found instanceof Response) {
      // Another loader redirects, so the response is not sent.
      await instead?.body?.cancel();
      return found;
    }
    if (instead) return instead;
    for (const error of Object.values(found.errors ?? {})) {
      if (!isRouteErrorResponse(error) || (error as { error?: unknown }).error) report(error);
    }
    const headers = headersOf(found);
    try {
      return await render(found, headers);
    } catch (error) {
      report(error);
      const failed = getStaticContextFromError(handler.dataRoutes, found, error);
      try {
        return await render(failed, headers);
      } catch (again) {
        report(again);
        return crashPage();
      }
    }
  };
}
