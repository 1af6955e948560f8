import { START_READS_MS } from "~server/constants";
import { DEFAULT_LOCALE, LOCALES } from "~server/i18n/locale";
import { type PublicContext, within } from "~server/upstream/client";
import { publicInfo } from "~server/upstream/captcha";
import { market } from "~server/upstream/market";
import { siteConfig } from "~server/upstream/site";

/**
 * What every page relies on, read before the first visitor comes (behaviour 7.6): the website configuration and the
 * market in both languages, and the public information, which opens a connection and is not kept. It fails for nothing:
 * a page asks again.
 *
 * @param mostMs how long it waits at most
 */
export async function readAtStart(mostMs: number = START_READS_MS): Promise<void> {
  const patience = { waitMs: mostMs };
  await Promise.allSettled([
    ...LOCALES.flatMap((locale) => [siteConfig({ locale }, patience), market({ locale }, patience)]),
    publicInfo(within<PublicContext>({ locale: DEFAULT_LOCALE }, mostMs)),
  ]);
}
