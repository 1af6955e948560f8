import type { Shippable } from "~/i18n/text";

/** The `handle` of a route that hydrates; `server/pages.ts` has the other properties of a page. */
export interface Handle {
  /** True if the screen gains from scripts. React hydrates HTML that already works. */
  hydrate?: boolean;
  /** Query parameters of steps that gain nothing from scripts and therefore ship none. */
  noHydrateQuery?: readonly string[];
  /**
   * The texts that a hydrated screen needs in the browser in addition to `common`: namespaces, and the errors that its
   * scripts find. The server's responses contain the errors that the server finds.
   */
  i18n?: readonly Shippable[];
}

/**
 * Returns true if a page ships scripts: a route asks for them and they are not switched off.
 *
 * @param handles the handles of the routes that match
 * @param query the query of the page's address
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
