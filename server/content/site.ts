import { describeError, log } from "@storefront/observability/log";
import { LOCALES, type Locale } from "~server/i18n/locale";
import { optionalRead } from "~server/loader/reads";
import { store } from "~server/store/shared";
import type { PublicContext, ReadOptions } from "~server/upstream/client";
import { siteConfig, siteSchema, type SiteConfig } from "~server/upstream/site";

const AGE_MS = 365 * 24 * 60 * 60_000;
const keyOf = (locale: Locale) => `site:${locale}`;

const stored = new WeakSet<SiteConfig>();
const recalled = new Map<Locale, SiteConfig>();

/** Reads the website configuration; if that fails, the one stored before the process started, if any. */
export async function shownSite(context: PublicContext, options?: ReadOptions): Promise<SiteConfig | undefined> {
  const site = await optionalRead(siteConfig(context, options));
  if (site) void keep(context.locale, site);
  return site ?? recalled.get(context.locale);
}

async function keep(locale: Locale, site: SiteConfig): Promise<void> {
  // A configuration without a name may be faulty.
  if (stored.has(site) || site.title === undefined) return;
  stored.add(site);
  try {
    await store().set(keyOf(locale), JSON.stringify(site), AGE_MS);
  } catch (error) {
    log().info({ error: describeError(error) }, "could not store the website configuration");
  }
}

export async function recallSite(): Promise<void> {
  try {
    const texts = await store().getAll(LOCALES.map(keyOf));
    for (const [at, locale] of LOCALES.entries()) {
      const text = texts[at];
      if (text) recalled.set(locale, siteSchema[locale].parse(JSON.parse(text)));
    }
  } catch (error) {
    log().warn({ error: describeError(error) }, "could not read the stored website configuration");
  }
}
