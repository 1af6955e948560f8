import { LOCALES } from "~server/i18n/locale";
import { siteConfig } from "~server/upstream/site";

/** Has the website configuration read: pages that are nothing but texts do not wait for it. */
export async function holdConfiguration(): Promise<void> {
  await Promise.all(LOCALES.map((locale) => siteConfig({ locale })));
}
