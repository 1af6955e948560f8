import type { Shipped } from "./i18n/text";

/** What the server sends to the scripts of a page, as JSON in `<script id="hydration">`. */
export interface HydrationData {
  /** Remix's context: the data of the page. */
  context: typeof window.__remixContext;
  /** Remix's manifest with the page's own routes alone: scripts never lead to another route. */
  manifest: typeof window.__remixManifest;
  texts: Shipped;
}
