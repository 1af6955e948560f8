import { readCatalogue } from "~server/catalogue/snapshot";
import type { Locale } from "~server/i18n/locale";
import { EXTRA_WAIT_MS, optionalRead } from "~server/loader/reads";
import { displayOf, market, type Market } from "~server/upstream/market";
import { MISSING } from "~server/upstream/parsers";

/** How people know what the upstream names by symbols and ids. */

/** The name that a coin is shown by, for its own name (behaviour 3.48); undefined for none. */
export interface CoinNames {
  (symbol: string): string;
  (symbol: string | undefined): string | undefined;
}

/** The language and the coin names of sentences about money. */
export interface Wording {
  /** The visitor's. */
  locale: Locale;
  coinName: CoinNames;
}

/**
 * Reads the names of the coins, on every page that shows one. A coin goes back to the upstream, and into addresses of
 * pages, by its own name. Without the market it is shown by that too.
 */
export async function coinNames(locale: Locale): Promise<CoinNames> {
  return namesOf(await optionalRead(market({ locale }, { waitMs: EXTRA_WAIT_MS })));
}

/** The same of a market that has been read. */
export function namesOf(coins: Market | undefined): CoinNames {
  return ((symbol?: string) => displayOf(coins, symbol).showName) as CoinNames;
}

/**
 * The name of a product in the visitor's language.
 *
 * @param productId undefined where it is not known what was bought
 * @param bought its name when it was bought, or as the upstream sends it with an order, in any language
 */
export type PlanTitles = (productId: string | undefined, bought: string | undefined) => string | undefined;

/** Reads the titles of the catalogue; a product that it no longer has keeps the name that it was bought under. */
export async function planTitles(locale: Locale): Promise<PlanTitles> {
  const snapshot = await optionalRead(readCatalogue(locale, { waitMs: EXTRA_WAIT_MS }));
  return (productId, bought) => {
    const title = productId === undefined ? undefined : snapshot?.byId.get(productId)?.title;
    return title === undefined || title === MISSING ? bought : title;
  };
}
