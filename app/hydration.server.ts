import type { EntryContext } from "@remix-run/node";
import type { Locale } from "~server/i18n/locale";
import bootAtOnce from "./boot-at-once.ts?script";
import early from "./early.ts?script";
import onUse from "./on-use.ts?script";
import type { Handle } from "./components/layout/handle";
import { namedErrors, textsJson } from "~server/texts/text";

const PRODUCT = "routes/PowerProductDetail.$id";

/** The first scripts of routes that do more than load the page's scripts. Those of a list change nothing before use. */
const FIRST_SCRIPTS: Readonly<Record<string, string>> = {
  [PRODUCT]: early,
  "routes/Index.Miner": onUse,
  "routes/Index.Power": onUse,
};

type Manifest = EntryContext["manifest"];

declare module "@remix-run/node" {
  interface AppLoadContext {
    manifest?: Manifest | undefined;
  }
}

/** The script `boot` loads `modules` in this order, with the data in `json`. */
export interface Hydration {
  boot: string;
  modules: string[];
  json: string;
}

/** Returns the part of Remix's context that browsers need. A page that hydrates has no errors. */
function contextOf({ future, staticHandlerContext: { loaderData, actionData } }: EntryContext): string {
  const { v3_fetcherPersist, v3_relativeSplatPath } = future;
  const shown = Object.entries(loaderData).map(([id, data]: [string, unknown]) => [id, withoutHead(data)] as const);
  const state = { loaderData: Object.fromEntries(shown), actionData, errors: null };
  return JSON.stringify({ future: { v3_fetcherPersist, v3_relativeSplatPath }, state }).replace(/</g, "\\u003c");
}

function withoutHead(data: unknown): unknown {
  if (typeof data !== "object" || data === null) return data;
  const { head: _, site, ...rest } = data as { head?: unknown; site?: Record<string, unknown> };
  if (!site) return rest;
  const { favicon: _favicon, launcher: _launcher, ...shown } = site;
  return { ...rest, site: shown };
}

type StaticParts = ReturnType<typeof staticPartsOf>;

const staticParts = new WeakMap<Manifest, Map<string, StaticParts>>();

function modulesOf(entry: Manifest["entry"], routes: Manifest["routes"][string][]): string[] {
  const files = [entry, ...routes.filter(({ id }) => id !== "root")];
  return [...new Set(files.flatMap((file) => [file.module, ...(file.imports ?? [])]))];
}

/** Returns the scripts of a product, except the page's own, for a page that links to one. */
export function productScripts({ entry, routes }: Manifest, own: readonly string[] = []): string[] {
  const product = routes[PRODUCT];
  return product ? [early, ...modulesOf(entry, [product])].filter((script) => !own.includes(script)) : [];
}

function staticPartsOf({ manifest, routeModules, staticHandlerContext: { matches } }: EntryContext, locale: Locale) {
  const { entry, routes, url: _url, version: _version, ...rest } = manifest;
  const own = matches.flatMap(({ route }) => routes[route.id] ?? []);
  const handles = own.map(({ id }) => routeModules[id]?.handle as Handle | undefined);
  // The document has the styles and preloads, and absent properties are omitted.
  const routesInBrowser = own.map(({ imports: _, css: __, ...route }) => {
    const module = route.id === "root" ? entry.module : route.module;
    const facts = Object.entries({ ...route, module }).filter(([, fact]) => fact !== false);
    return [route.id, Object.fromEntries(facts)] as const;
  });
  const names = handles.flatMap((handle) => handle?.i18n ?? []);
  const first = own.map(({ id }) => FIRST_SCRIPTS[id]).find(Boolean) ?? bootAtOnce;
  return {
    boot: first,
    modules: modulesOf(entry, own),
    manifest: JSON.stringify({
      ...rest,
      entry: { module: entry.module },
      routes: Object.fromEntries(routesInBrowser),
    }),
    names,
    texts: textsJson(locale, names),
  };
}

export function hydrationOf(remix: EntryContext, locale: Locale): Hydration {
  const { manifest: page, staticHandlerContext } = remix;
  const key = [locale, ...staticHandlerContext.matches.map(({ route }) => route.id)].join(" ");
  let known = staticParts.get(page);
  if (!known) staticParts.set(page, (known = new Map<string, StaticParts>()));
  let found = known.get(key);
  if (!found) known.set(key, (found = staticPartsOf(remix, locale)));
  const { manifest, names, ...scripts } = found;
  const context = contextOf(remix);
  const errors = namedErrors(context);
  const texts = errors.length > 0 ? textsJson(locale, [...names, ...errors]) : found.texts;
  return { ...scripts, json: `{"context":${context},"manifest":${manifest},"texts":${texts}}` };
}
