import { env } from "~server/env";
import type { Locale } from "~server/i18n/locale";
import type { TextKey } from "~server/texts/catalogue";
import { getText } from "~server/texts/text";

/** What a public page gives search engines and link previews; addresses are absolute. */
export interface PublicHead {
  description: string;
  canonical: string;
  image: string;
  /** The same as a feed, by its path on this site. */
  feed?: string | undefined;
  about?: About | undefined;
}

/** What a page is about, as structured data for search engines. */
export type About =
  | { type: "Organization" }
  | { type: "Product"; name: string }
  | { type: "FAQPage"; questions: readonly { question: string; answer: string }[] };

/**
 * What a public page gives search engines and link previews. A page without it is marked noindex.
 *
 * @param path the canonical path on this site, with the part of the query that belongs to it
 * @param description one or two sentences: a text of the site, or one that comes from data
 * @param image a picture of it, by its path on this site or by its address; the site's own picture otherwise
 */
export function publicHead(
  locale: Locale,
  path: string,
  description: TextKey | { text: string },
  image?: string,
): PublicHead {
  const origin = env().PUBLIC_ORIGIN;
  return {
    description: typeof description === "string" ? getText(locale)(description) : description.text,
    canonical: new URL(path, origin).href,
    image: new URL(image ?? "/share.png", origin).href,
  };
}
