import { env } from "~server/env";
import type { Locale } from "~server/locale";
import type { TextKey } from "./el_GR";
import { getText } from "./text.server";

/** What a page that anybody may find says of itself; addresses are absolute. */
export interface PublicHead {
  description: string;
  canonical: string;
  image: string;
}

/**
 * What a page that anybody may find says of itself to search engines and to those who share it. A page without it is
 * marked noindex.
 *
 * @param path the address under which it is to be found, with what of the query is part of it; of this site
 * @param description one or two sentences: a text of the site, or one that comes from data
 * @param image a picture of it, an absolute address; the site's own picture otherwise
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
    image: image ?? new URL("/share.png", origin).href,
  };
}
