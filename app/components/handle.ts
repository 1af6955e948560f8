import type { Namespace } from "~/i18n/el_GR";

/** What a route that hydrates declares in `export const handle`; `app/pages.ts` says the rest of a page. */
export interface Handle {
  /** The screen gains from scripts: React hydrates HTML that already works. Without it a page ships no script. */
  hydrate?: boolean;
  /** Names of the query with which it ships none all the same: what they ask for gains nothing from scripts. */
  noHydrateQuery?: readonly string[];
  /** The namespaces of texts that a hydrated screen needs in the browser, besides `common` and `errors`. */
  i18n?: readonly Namespace[];
}

/**
 * Whether a page ships scripts (house 14): only where a route asks, and not where they are switched off (behaviour
 * 10.34).
 *
 * @param handles the handles of the routes that match
 * @param query of the page's address
 * @param areOff whether this visitor's pages come without, as `areScriptsOff` says
 */
export function wantsScripts(
  handles: readonly (Handle | undefined)[],
  query: URLSearchParams,
  areOff: boolean,
): "shipped" | "none" | "switched off" {
  const gains = (handle: Handle | undefined) =>
    handle?.hydrate && !handle.noHydrateQuery?.some((name) => query.has(name));
  if (!handles.some(gains)) return "none";
  return areOff ? "switched off" : "shipped";
}
