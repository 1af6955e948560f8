import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import * as entry from "~/entry.server";
import * as root from "~/root";
import { CookieJar, formRequest, pageRequest } from "./requests";
import { loadContext, newAddress } from "./route-args";

/** A route's module as the build has it. */
type Module = ServerBuild["routes"][string]["module"];

/** Answers a request of somebody at that address, as the built server does without the HTTP server around it. */
export type Site = (request: Request, clientAddress?: string) => Promise<Response>;

interface Page {
  status: number;
  headers: Headers;
  html: string;
}

/** A browser without scripts: it keeps cookies, has an address of its own, and follows no redirect. */
export class Browser {
  readonly cookies = new CookieJar();
  readonly #address = newAddress();

  constructor(
    readonly site: Site,
    locale?: string,
  ) {
    if (locale !== undefined) this.cookies.set("ulan", locale);
  }

  /** Opens a page. */
  async open(url: string, headers: Record<string, string> = {}): Promise<Page> {
    return this.#answer(pageRequest(url, { cookies: this.cookies, headers }));
  }

  /** Submits fields with the form token of a page that this browser has opened. */
  async submit(url: string, fields: Record<string, string>, page: Pick<Page, "html">): Promise<Page> {
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.html)?.[1];
    if (!csrf) throw new Error("The page has no form");
    return this.#answer(formRequest(url, { ...fields, csrf }, { cookies: this.cookies }));
  }

  async #answer(request: Request): Promise<Page> {
    const response = await this.site(request, this.#address);
    this.cookies.take(response);
    return { status: response.status, headers: response.headers, html: await response.text() };
  }
}

/**
 * The app's documents without a build: root, entry and some routes as Remix itself would serve them.
 *
 * @param routes path pattern to the route's module, such as `{ "Login/:account?": login }`; the id is the pattern. A pattern
 *   that goes on from another one (`Index/Home` from `Index`) is its child
 */
export function site(routes: Record<string, unknown>): Site {
  const table = [
    { id: "root", path: "", parentId: undefined, module: root as unknown as Module },
    ...Object.entries(routes).map(([id, module]) => {
      const parentId = Object.keys(routes).find((other) => id.startsWith(`${other}/`));
      const path = parentId === undefined ? id : id.slice(parentId.length + 1);
      return { id, path, parentId: parentId ?? "root", module: module as Module };
    }),
  ];
  const handler = createRequestHandler(
    {
      mode: "production",
      entry: { module: entry },
      routes: Object.fromEntries(table.map((route) => [route.id, route])),
      assets: {
        url: "/assets/manifest.js",
        version: "test",
        entry: { module: "/assets/entry.js", imports: [] },
        routes: Object.fromEntries(
          table.map(({ id, path, parentId, module }) => [
            id,
            {
              id,
              path,
              parentId,
              module: `/assets/${id.replace(/\W/g, "")}.js`,
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
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_singleFetch: false,
        v3_lazyRouteDiscovery: false,
      },
    } satisfies ServerBuild,
    "production",
  );
  return (request, clientAddress) => {
    // Remix compares it with Origin; the HTTP server has made sure of it before.
    request.headers.set("Host", new URL(request.url).host);
    return handler(request, loadContext(clientAddress));
  };
}

/** The links of a page: address and text, without what their icons say. */
export function linksOf(html: string): { href: string; text: string }[] {
  return [...html.matchAll(/<a\b[^>]*?href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)].map(([, href = "", inner = ""]) => ({
    href: href.replaceAll("&amp;", "&"),
    text: textOf(inner),
  }));
}

/** The text of markup, its entities read. */
export function textOf(html: string): string {
  return html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, " ")
    .replace(/<[^>]*>/g, " ")
    .replace(/&(lt|gt|quot|amp|#x27);/g, (_, name: string) => ENTITIES[name] ?? "")
    .replace(/\s+/g, " ")
    .trim();
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&", "#x27": "'" };
