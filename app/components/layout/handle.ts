import type { Shippable } from "~/i18n/text";

/** The `handle` of a route that hydrates; `server/pages.ts` has the other properties of a page. */
export interface Handle {
  /** The screen gains from scripts: React hydrates HTML that already works. Without this a page ships no script. */
  hydrate?: boolean;
  /** Query parameters with which it ships no scripts, because their steps gain nothing from them. */
  noHydrateQuery?: readonly string[];
  /**
   * The texts that a hydrated screen needs in the browser in addition to `common`: namespaces, and the errors that its
   * scripts find. Errors that the server finds come with its response.
   */
  i18n?: readonly Shippable[];
}

/**
 * True if a page ships scripts: if a route asks for them and they are not switched off.
 *
 * @param handles the handles of the routes that match
 * @param query of the page's address
 * @param areOff true if this visitor's pages have no scripts, from `areScriptsOff`
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
