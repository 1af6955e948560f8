import type { EntryContext } from "@remix-run/node";
import type { Locale } from "~server/locale";
import boot from "./boot.ts?script";
import type { Handle } from "./components/handle";
import { textsJson } from "./i18n/text.server";

/** The address of the script that loads all others. */
export { boot };

/** The modules of a page, in the order in which they are worth loading, and what `boot` reads. */
export interface Hydration {
  modules: string[];
  json: string;
}

/**
 * What a page that hydrates hands to its scripts: its data, its own routes of the manifest, and the texts of their
 * namespaces, as remix-i18next would not (decision 0055).
 */
export function hydrationOf(remix: EntryContext, locale: Locale): Hydration {
  const { entry, routes } = remix.manifest;
  const own = remix.staticHandlerContext.matches.flatMap(({ route }) => routes[route.id] ?? []);
  const handles = own.map(({ id }) => remix.routeModules[id]?.handle as Handle | undefined);
  // The document names styles and preloads itself; what a route has not need not be said.
  const routesInBrowser = own.map(({ imports: _, css: __, ...route }) => {
    const facts = Object.entries(route).filter(([, fact]) => fact !== false);
    return [route.id, Object.fromEntries(facts)] as const;
  });
  const { url: _url, version: _version, ...rest } = remix.manifest;
  const manifest = { ...rest, entry: { module: entry.module }, routes: Object.fromEntries(routesInBrowser) };
  const parts = {
    context: remix.serverHandoffString ?? "{}",
    manifest: JSON.stringify(manifest),
    texts: textsJson(
      locale,
      handles.flatMap((handle) => handle?.i18n ?? []),
    ),
  };
  const json = `{${Object.entries(parts)
    .map(([name, part]) => `"${name}":${part}`)
    .join(",")}}`;
  const modules = [entry, ...own].flatMap((file) => [file.module, ...(file.imports ?? [])]);
  return { modules: [...new Set(modules)], json };
}
