import { env } from "~server/env";
import type { Locale } from "~server/i18n/locale";
import type { TextKey } from "~server/texts/catalogue";
import { getText } from "~server/texts/text";

/** Data for search engines and link previews. All URLs are absolute. */
export interface PublicHead {
  description: string;
  canonical: string;
  image: string;
  /** Path of the feed with the same content. */
  feed?: string | undefined;
  about?: About | undefined;
}

export type About =
  | { type: "Organization" }
  | { type: "Product"; name: string }
  | { type: "FAQPage"; questions: readonly { question: string; answer: string }[] };

/** Builds the head of a public page; a page without it is noindex. `path` is canonical, with the query's own part. */
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
