import { env } from "~server/env";
import type { Locale } from "~server/session/locale";
import { siteConfig } from "~server/upstream/site";
import { unlessUnavailable } from "~server/upstream/unavailable";
import type { TextKey } from "./el_GR";
import { getText } from "./text.server";

/** What a page that anybody may find says of itself; addresses are absolute. */
export interface PublicHead {
  description: string;
  canonical: string;
  image: string;
}

/** A text of the site, or one that comes from data. */
type Words = TextKey | { text: string };

/**
 * The title of a page: the screen, then the site by its configured name (rulings, "Default title").
 *
 * @param locale the visitor's locale
 * @param key the screen's own title, or the title itself where it comes from data
 */
export async function pageTitle(locale: Locale, key: Words): Promise<string> {
  const text = getText(locale);
  const site = (await unlessUnavailable(siteConfig({ locale })))?.title ?? text("common.siteTitle");
  const screen = typeof key === "string" ? text(key) : key.text;
  return `${screen} – ${site}`;
}

/**
 * What a page that anybody may find says of itself to search engines and to those who share it. A page without it is marked
 * noindex.
 *
 * @param path the address under which it is to be found, with what of the query is part of it; of this site
 * @param description one or two sentences
 * @param image a picture of it, an absolute address; the site's own picture otherwise
 */
export function publicHead(locale: Locale, path: string, description: Words, image?: string): PublicHead {
  const origin = env().PUBLIC_ORIGIN;
  return {
    description: typeof description === "string" ? getText(locale)(description) : description.text,
    canonical: new URL(path, origin).href,
    image: image ?? new URL("/share.png", origin).href,
  };
}
