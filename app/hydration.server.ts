import { createHash } from "node:crypto";
import type { EntryContext } from "@remix-run/node";
import type { Locale } from "~server/locale";
import boot from "./boot.ts?script";
import type { Handle } from "./components/handle";
import { textsJson } from "./i18n/text.server";

/** The script that loads all others; the same on every page, so that its digest allows it. */
export { boot };

/** The source that allows `boot` in a page's policy. */
export const BOOT_SOURCE = `'sha256-${createHash("sha256").update(boot).digest("base64")}'`;

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
  const manifest = { ...remix.manifest, routes: Object.fromEntries(own.map((route) => [route.id, route])) };
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
