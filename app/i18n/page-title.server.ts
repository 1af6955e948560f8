import type { Locale } from "~server/session/locale";
import { siteConfig } from "~server/upstream/site";
import { unlessUnavailable } from "~server/upstream/unavailable";
import type { TextKey } from "./el_GR";
import { getText } from "./text.server";

/**
 * The title of a page: the screen, then the site by its configured name (rulings, "Default title").
 *
 * @param locale the visitor's locale
 * @param key the screen's own title, or the title itself where it comes from data
 */
export async function pageTitle(locale: Locale, key: TextKey | { text: string }): Promise<string> {
  const text = getText(locale);
  const site = (await unlessUnavailable(siteConfig({ locale })))?.title ?? text("common.siteTitle");
  const screen = typeof key === "string" ? text(key) : key.text;
  return `${screen} – ${site}`;
}
