import { LOCALES } from "~server/i18n/locale";
import { siteConfig } from "~server/upstream/site";

/** Loads the website configuration into the cache, because pages that show only texts do not wait for it. */
export async function holdConfiguration(): Promise<void> {
  await Promise.all(LOCALES.map((locale) => siteConfig({ locale })));
}
