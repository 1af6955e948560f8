import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import type { App } from "./app-handler";
import { documentsOf, type CrashPage } from "./document-handler";
import type { RenderQueue } from "@storefront/http-server/render-queue";
import { routeTable, type RouteTable } from "./route-table";

/** Makes the same build with only these routes: Remix searches and describes all of them, a fifth of a page's time. */
function buildOf(build: ServerBuild, ids: readonly string[]): ServerBuild {
  const only = <Entry>(all: Record<string, Entry>): Record<string, Entry> =>
    Object.fromEntries(Object.entries(all).filter(([id]) => ids.includes(id)));
  return { ...build, routes: only(build.routes), assets: { ...build.assets, routes: only(build.assets.routes) } };
}

const REMIX_QUERY = ["_data", "index"];

const plainCrashPage: CrashPage = () => new Response("500\n", { status: 500 });

function handlerOf(build: ServerBuild, page: string, crashPage: CrashPage): App {
  const remix = createRequestHandler(build);
  const module = build.routes[page]?.module;
  if (!module || !("default" in module || "ErrorBoundary" in module)) return remix;
  const documents = documentsOf(build, crashPage);
  return async (request, context) => {
    const { method } = request;
    const isRead = method === "GET" || method === "HEAD";
    const { searchParams } = new URL(request.url);
    if (isRead && !REMIX_QUERY.some((name) => searchParams.has(name))) return documents(request, context);
    const isDocument = !searchParams.has("_data");
    if (isDocument) context.mayRespondInstead = true;
    const response = await remix(request, context);
    if (context.instead) return context.instead;
    // If a document's error page fails too, Remix responds with plain text.
    const isBare = response.status === 500 && !response.headers.get("Content-Type")?.includes("html");
    return isBare && !isRead && isDocument ? crashPage(method) : response;
  };
}

function rendersInTurn(build: ServerBuild, queue: RenderQueue): ServerBuild {
  const { module } = build.entry;
  const render: typeof module.default = async (request, ...rest) => {
    await queue.turn(request.signal);
    return module.default(request, ...rest);
  };
  return { ...build, entry: { ...build.entry, module: { ...module, default: render } } };
}

/**
 * Makes the app from one handler per page.
 *
 * @param queue the queue in which documents wait to be rendered; without it they do not wait
 */
export function appOf(
  plainBuild: ServerBuild,
  crashPage: CrashPage = plainCrashPage,
  queue?: RenderQueue,
  routes: Pick<RouteTable, "idsOf"> = routeTable(plainBuild.routes),
): App {
  const build = queue ? rendersInTurn(plainBuild, queue) : plainBuild;
  const whole = createRequestHandler(build);
  const handlers = new Map<string, App>();
  return (request, context) => {
    const ids = routes.idsOf(new URL(request.url).pathname);
    if (!ids) return whole(request, context);
    const page = ids.at(-1) ?? "";
    let handler = handlers.get(page);
    if (!handler) handlers.set(page, (handler = handlerOf(buildOf(build, ids), page, crashPage)));
    return handler(request, context);
  };
}
