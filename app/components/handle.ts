import type { Namespace, TextKey } from "~/i18n/el_GR";

/** What a route declares in `export const handle`. */
export interface Handle {
  /** The screen's name in the title of its page. A screen named after its data gives `title` in its loader. */
  title?: TextKey;
  /** The screen gains from scripts: React hydrates HTML that already works. Without it a page ships no script. */
  hydrate?: boolean;
  /** The namespaces of texts that a hydrated screen needs in the browser, besides `common`, `errors` and `toasts`. */
  i18n?: readonly Namespace[];
}

/**
 * Whether a page ships scripts (house 14): only where a route asks, and never to a visitor who saves data.
 *
 * @param handles the handles of the routes that match
 * @param saveData whether the request said `Save-Data: on`
 */
export function wantsScripts(handles: readonly (Handle | undefined)[], saveData: boolean): boolean {
  return !saveData && handles.some((handle) => handle?.hydrate);
}
