import { matchRoutes } from "@remix-run/react";
import {
  createRequestHandler,
  json,
  redirect,
  type ActionFunctionArgs,
  type EntryContext,
  type LoaderFunctionArgs,
  type ServerBuild,
} from "@remix-run/node";
import { once } from "node:events";
import { createServer, request as ask, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, it } from "vitest";
import { createRenderQueue } from "@storefront/http-server/render-queue";
import { appHandler, type App } from "./app-handler";
import { appOf } from "./route-builds";
import { routeTable } from "./route-table";

type Module = ServerBuild["routes"][string]["module"];

const Page = () => null;
const signals: AbortSignal[] = [];
const reported: string[] = [];
const messagesOf = (errors: object) =>
  Object.values(errors).map((error) => (error instanceof Error ? error.message : ""));

function twoCookies() {
  const headers = new Headers({ "Set-Cookie": "a=1" });
  headers.append("Set-Cookie", "b=2; Expires=Wed, 21 Oct 2026 07:28:00 GMT");
  return headers;
}

const MODULES: Record<string, { parentId?: string; path?: string; index?: boolean; module: Partial<Module> }> = {
  root: { path: "", module: { default: Page, ErrorBoundary: Page, loader: () => ({ who: "root" }) } },
  shell: { parentId: "root", path: "Index", module: { default: Page } },
  "shell.first": { parentId: "shell", index: true, module: { default: Page } },
  "shell.home": {
    parentId: "shell",
    path: "Home",
    module: { default: Page, loader: () => ({ who: "home" }) },
  },
  item: {
    parentId: "root",
    path: "Item/:id?",
    module: {
      default: Page,
      loader: ({ params, context }: LoaderFunctionArgs) => ({ id: params.id ?? "none", from: context.clientAddress }),
      action: async ({ request }: ActionFunctionArgs) => {
        const headers = new Headers({ "Set-Cookie": "a=1" });
        headers.append("Set-Cookie", "b=2");
        return new Response(await request.text(), { status: 422, headers });
      },
    },
  },
  stream: {
    parentId: "root",
    path: "stream.png",
    module: {
      loader: () =>
        new Response(new Blob(["part ", "and part"]).stream(), { headers: { "Content-Type": "image/png" } }),
    },
  },
  slow: {
    parentId: "root",
    path: "slow",
    module: {
      loader: ({ request }: LoaderFunctionArgs) => {
        signals.push(request.signal);
        return new Promise((_, fail) => request.signal.addEventListener("abort", () => fail(new Error("left"))));
      },
    },
  },
  cookies: {
    parentId: "root",
    path: "Cookies",
    module: { default: Page, loader: () => json({}, { headers: twoCookies() }) },
  },
  "cookies.again": {
    parentId: "cookies",
    index: true,
    module: { default: Page, loader: () => json({}, { headers: { "Set-Cookie": "a=1" } }) },
  },
  away: { parentId: "root", path: "Away", module: { default: Page, loader: () => redirect("/Index", 303) } },
  gone: {
    parentId: "root",
    path: "Gone",
    module: {
      default: Page,
      loader: () => {
        throw new Response('{"why":"sold"}', { status: 410, headers: twoCookies() });
      },
    },
  },
  odd: {
    parentId: "root",
    path: "Odd",
    module: { default: Page, ErrorBoundary: Page, loader: () => ({ who: "odd" }) },
  },
  "odd.gone": {
    parentId: "odd",
    path: "gone",
    module: {
      default: Page,
      ErrorBoundary: Page,
      loader: () => {
        throw new Response("not here", { status: 404, headers: { "Set-Cookie": "c=3" } });
      },
    },
  },
  broken: {
    parentId: "root",
    path: "Broken",
    module: {
      default: Page,
      loader: () => {
        throw new Error("a secret");
      },
    },
  },
  unrenderable: { parentId: "root", path: "Unrenderable", module: { default: Page, loader: () => ({ who: "once" }) } },
  hopeless: { parentId: "root", path: "Hopeless", module: { default: Page, loader: () => ({ who: "ever" }) } },
  missing: {
    parentId: "root",
    path: "*",
    module: {
      default: Page,
      loader: () => {
        throw new Response(null, { status: 404 });
      },
    },
  },
};

const routes = Object.fromEntries(Object.entries(MODULES).map(([id, route]) => [id, { id, ...route }]));
const build = {
  mode: "production",
  entry: {
    module: {
      default: (request: Request, status: number, headers: Headers, remix: EntryContext) => {
        const known = Object.keys(remix.manifest.routes).join();
        const { matches, errors, loaderData } = remix.staticHandlerContext;
        const matched = matches.map(({ route }) => route.id).join();
        if (/Hopeless/.test(request.url)) throw new Error("always");
        if (/Unrenderable/.test(request.url) && !errors) throw new Error("at first");
        const shown = errors ? ` with ${JSON.stringify([errors, loaderData, messagesOf(errors)])}` : "";
        return new Response(`${matched}${shown} of ${known}`, { status, headers });
      },
      handleError: (error: unknown) => void reported.push(String(error)),
    },
  },
  routes,
  assets: { url: "", version: "1", entry: { module: "", imports: [] }, routes: { ...routes } },
  future: { v3_relativeSplatPath: true, v3_throwAbortReason: true },
  publicPath: "/",
  assetsBuildDirectory: "",
  isSpaMode: false,
} as unknown as ServerBuild;

const handle = appHandler({
  app: appOf(build),
  publicOrigin: "http://shop.example.com",
  contextOf: () => ({ clientAddress: "192.0.2.1" }),
});
const server = createServer((req, res) => void handle(req, res)).listen(0, "127.0.0.1");
await once(server, "listening");
afterAll(() => server.close());

async function get(path: string, { method = "GET", body = "" } = {}) {
  const { port } = server.address() as AddressInfo;
  const headers = { host: `127.0.0.1:${port}` };
  const sent = ask({ port, host: "127.0.0.1", path, method, headers }).end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const text = (await response.setEncoding("utf8").toArray()).join("");
  return { status: response.statusCode, headers: response.headers, text };
}

it("gives each page a build of only its route and that route's parents", async () => {
  expect((await get("/Index/Home")).text).toBe("root,shell,shell.home of root,shell,shell.home");
  expect((await get("/index/home/?x=1")).text).toBe("root,shell,shell.home of root,shell,shell.home");
  expect((await get("/Index")).text).toBe("root,shell,shell.first of root,shell,shell.first");
  expect((await get("/Item/7")).text).toBe("root,item of root,item");
  const missing = await get("/Item/7/8");
  expect(missing.status).toBe(404);
  expect(missing.text).toMatch(/^root,missing .* of root,missing$/);
});

it("handles data requests for a page's own routes only", async () => {
  expect(JSON.parse((await get("/Item/7?_data=item")).text)).toEqual({ id: "7", from: "192.0.2.1" });
  expect(JSON.parse((await get("/Item/7?_data=root")).text)).toEqual({ who: "root" });
  expect((await get("/Item/7?_data=shell.home")).status).toBe(403);
  expect((await get("/Item/7?_data=nothing")).status).toBe(403);
});

it("passes on posted bodies, separate cookies, streams, and HEAD responses without a body", async () => {
  const posted = await get("/Item?_data=item", { method: "POST", body: "a=b" });
  expect(posted).toMatchObject({ status: 422, text: "a=b" });
  expect(posted.headers["set-cookie"]).toEqual(["a=1", "b=2"]);
  const streamed = await get("/stream.png");
  expect(streamed).toMatchObject({ text: "part and part", headers: { "content-type": "image/png" } });
  expect(await get("/Index/Home", { method: "HEAD" })).toMatchObject({ status: 200, text: "" });
});

/** Returns the response of a handler and what it reports. */
async function responseOf(app: App, path: string, method = "GET") {
  reported.length = 0;
  const response = await app(new Request(`http://shop.example.com${path}`, { method }), {});
  return {
    status: response.status,
    headers: [...response.headers],
    text: method === "HEAD" ? "" : await response.text(),
    reported: [...reported],
  };
}

it.each([
  ["a page", "/Index/Home"],
  ["a page without a loader", "/Index"],
  ["an index route with a query", "/Index?x=1&x=2"],
  ["parameters", "/Item/%E4%BD%A0"],
  ["a page that does not exist", "/there/is/none"],
  ["cookies of several loaders, each once", "/Cookies"],
  ["a redirect", "/Away"],
  ["a thrown response with data, headers and cookies, shown by the root", "/Gone"],
  ["a thrown response that the page itself shows", "/Odd/gone"],
  ["a thrown error", "/Broken"],
  ["a page that fails during rendering", "/Unrenderable"],
])("documents get the same response as from Remix itself: %s", async (_, path) => {
  const [ours, theirs] = [appOf(build), createRequestHandler(build)];
  const routesOf = ({ text, ...response }: Awaited<ReturnType<typeof responseOf>>) => ({
    ...response,
    // The page lists the routes of its build, which differ between the two.
    text: text.replace(/ of .*/, ""),
  });
  const expected = await responseOf(theirs, path);
  expect(routesOf(await responseOf(ours, path))).toEqual(routesOf(expected));
  expect(routesOf(await responseOf(ours, path, "HEAD"))).toEqual(routesOf(await responseOf(theirs, path, "HEAD")));
});

it("sends the crash page where Remix would send plain text, when even the error page fails", async () => {
  const crashPage = (asked = "GET") => new Response(`crash of ${asked}`, { status: 500 });
  const [ours, theirs] = [appOf(build, crashPage), createRequestHandler(build)];
  for (const method of ["GET", "POST"]) {
    const response = await responseOf(ours, "/Hopeless", method);
    const { status, reported: known } = await responseOf(theirs, "/Hopeless", method);
    expect([response.status, response.reported]).toEqual([status, known]);
    expect(response.text).toBe(`crash of ${method}`);
  }
});

it("passes the data of a document on as objects, and all other data as JSON", async () => {
  const seen: unknown[] = [];
  const shown = { ...build, entry: { module: { ...build.entry.module, default: capture } } } as ServerBuild;
  function capture(_request: Request, status: number, headers: Headers, remix: EntryContext) {
    seen.push(remix.staticHandlerContext.loaderData["item"]);
    return new Response("", { status, headers });
  }
  await appOf(shown)(new Request("http://shop.example.com/Item/7"), {});
  expect(seen).toStrictEqual([{ id: "7", from: undefined }]);
  expect(JSON.parse((await responseOf(appOf(shown), "/Item/7?_data=item")).text)).toEqual({ id: "7" });
});

it("aborts a loader when the visitor leaves", async () => {
  const { port } = server.address() as AddressInfo;
  const sent = ask({ port, host: "127.0.0.1", path: "/slow" }).on("error", () => undefined);
  sent.end();
  await expect.poll(() => signals.length).toBe(1);
  sent.destroy();
  await expect.poll(() => signals[0]?.aborted).toBe(true);
});

it("finds the same routes as the router, however many paths were requested", () => {
  const { idsOf: find } = routeTable(build.routes);
  const root = { ...routes.root, children: Object.values(routes).filter(({ parentId }) => parentId === "root") };
  for (let id = 0; id < 1_200; id += 1) expect(find(`/Item/${id}`)).toEqual(["root", "item"]);
  for (const path of ["/Item", "/item/%E4%BD%A0", "/slow/", "/%2F", "/there/is/none"]) {
    const expected = matchRoutes([root] as Parameters<typeof matchRoutes>[0], path)?.map(({ route }) => route.id);
    expect(find(path), path).toEqual(expected);
  }
});

/** Makes an app with a render queue. It calls `rendering` with the id of each item that it renders. */
function queued(rendering: (id: string) => void) {
  const render = (request: Request, status: number, headers: Headers) => {
    rendering(request.url.slice(request.url.lastIndexOf("/") + 1));
    return new Response("", { status, headers });
  };
  const shown = { ...build, entry: { module: { ...build.entry.module, default: render } } } as ServerBuild;
  const app = appOf(shown, undefined, createRenderQueue());
  return async (id: string, init?: RequestInit) =>
    (await app(new Request(`http://shop.example.com/Item/${id}`, init), {})).status;
}

it("renders each page in its own turn of the event loop, also after an action or a failure", async () => {
  const order: string[] = [];
  const ask = queued((id) => {
    order.push(id);
    if (id === "broken" && order.indexOf(id) === order.length - 1) throw new Error("at first");
  });
  const pages = Promise.all([ask("a"), ask("broken"), ask("c"), ask("posted", { method: "POST" })]);
  let isOver = false;
  const note = () => {
    if (isOver) return;
    order.push("turn");
    setImmediate(note);
  };
  note();
  expect(await pages).toEqual([200, 500, 200, 422]);
  isOver = true;
  const renders = order.filter((step) => step !== "turn");
  expect([...renders].sort()).toEqual(["a", "broken", "broken", "c", "posted"]);
  expect(order.join().replaceAll(/(turn,)+/g, "turn,")).toBe(`turn,${renders.join(",turn,")}`);
});

it("does not render a page whose visitor left while it waited", async () => {
  const left = new AbortController();
  const rendered: string[] = [];
  const ask = queued((id) => {
    rendered.push(id);
    left.abort();
  });
  await Promise.all([ask("a"), ask("left", { signal: left.signal }), ask("c")]);
  expect(rendered).toEqual(["a", "c"]);
});
