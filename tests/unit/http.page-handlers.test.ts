import { matchRoutes } from "@remix-run/react";
import type { ActionFunctionArgs, EntryContext, LoaderFunctionArgs, ServerBuild } from "@remix-run/node";
import { once } from "node:events";
import { createServer, request as ask, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, it } from "vitest";
import { appHandler } from "~server/http/app";
import { appOf, routeFinder } from "~server/http/page-handlers";

type Module = ServerBuild["routes"][string]["module"];

const Page = () => null;
const signals: AbortSignal[] = [];

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
      default: (_request: Request, status: number, headers: Headers, remix: EntryContext) => {
        const known = Object.keys(remix.manifest.routes).join();
        const matched = remix.staticHandlerContext.matches.map(({ route }) => route.id).join();
        return new Response(`${matched} of ${known}`, { status, headers });
      },
      handleError: () => undefined,
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
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const text = (await answer.setEncoding("utf8").toArray()).join("");
  return { status: answer.statusCode, headers: answer.headers, text };
}

it("gives each page a build of its own route and that route's parents", async () => {
  expect((await get("/Index/Home")).text).toBe("root,shell,shell.home of root,shell,shell.home");
  expect((await get("/index/home/?x=1")).text).toBe("root,shell,shell.home of root,shell,shell.home");
  expect((await get("/Index")).text).toBe("root,shell,shell.first of root,shell,shell.first");
  expect((await get("/Item/7")).text).toBe("root,item of root,item");
  expect(await get("/Item/7/8")).toMatchObject({ status: 404, text: "root,missing of root,missing" });
});

it("answers requests for data of a page's routes, and of no other", async () => {
  expect(JSON.parse((await get("/Item/7?_data=item")).text)).toEqual({ id: "7", from: "192.0.2.1" });
  expect(JSON.parse((await get("/Item/7?_data=root")).text)).toEqual({ who: "root" });
  expect((await get("/Item/7?_data=shell.home")).status).toBe(403);
  expect((await get("/Item/7?_data=nothing")).status).toBe(403);
});

it("passes on what is posted, each cookie for itself, streams, and heads without a body", async () => {
  const posted = await get("/Item?_data=item", { method: "POST", body: "a=b" });
  expect(posted).toMatchObject({ status: 422, text: "a=b" });
  expect(posted.headers["set-cookie"]).toEqual(["a=1", "b=2"]);
  const streamed = await get("/stream.png");
  expect(streamed).toMatchObject({ text: "part and part", headers: { "content-type": "image/png" } });
  expect(await get("/Index/Home", { method: "HEAD" })).toMatchObject({ status: 200, text: "" });
});

it("tells a loader that the visitor has left", async () => {
  const { port } = server.address() as AddressInfo;
  const sent = ask({ port, host: "127.0.0.1", path: "/slow" }).on("error", () => undefined);
  sent.end();
  await expect.poll(() => signals.length).toBe(1);
  sent.destroy();
  await expect.poll(() => signals[0]?.aborted).toBe(true);
});

it("leads to the routes that the router itself finds, however many paths were asked for", () => {
  const find = routeFinder(build.routes);
  const root = { ...routes.root, children: Object.values(routes).filter(({ parentId }) => parentId === "root") };
  for (let id = 0; id < 1_200; id += 1) expect(find(`/Item/${id}`)).toEqual(["root", "item"]);
  for (const path of ["/Item", "/item/%E4%BD%A0", "/slow/", "/%2F", "/there/is/none"]) {
    const expected = matchRoutes([root] as Parameters<typeof matchRoutes>[0], path)?.map(({ route }) => route.id);
    expect(find(path), path).toEqual(expected);
  }
});
