import type { Shippable } from "~/i18n/text";

/** The `handle` of a route that hydrates; `server/pages.ts` has the other properties of a page. */
export interface Handle {
  /** True if the screen gains from scripts. React hydrates HTML that already works. */
  hydrate?: boolean;
  /** Query parameters of steps that gain nothing from scripts and therefore ship none. */
  noHydrateQuery?: readonly string[];
  /** The namespaces and errors that a hydrated screen's scripts use in addition to `common`. */
  i18n?: readonly Shippable[];
}

/** Returns true if a route asks for scripts and neither `query` nor the visitor (`areScriptsOff`) switches them off. */
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
