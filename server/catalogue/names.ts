import { readCatalogue } from "~server/catalogue/snapshot";
import type { Locale } from "~server/i18n/locale";
import { EXTRA_WAIT_MS, optionalRead } from "~server/loader/reads";
import { displayOf, market, type Market } from "~server/upstream/market";
import { MISSING } from "~server/upstream/parsers";

export interface CoinNames {
  (symbol: string): string;
  (symbol: string | undefined): string | undefined;
}

export interface Wording {
  locale: Locale;
  coinName: CoinNames;
}

/** Returns the display names of coins; their symbols if the market cannot be read. */
export async function coinNames(locale: Locale): Promise<CoinNames> {
  return namesOf(await optionalRead(market({ locale }, { waitMs: EXTRA_WAIT_MS })));
}

export function namesOf(coins: Market | undefined): CoinNames {
  return ((symbol?: string) => displayOf(coins, symbol).showName) as CoinNames;
}

/** Returns the product's title in the visitor's language, else `bought`, the name at the time of the order. */
export type PlanTitles = (productId: string | undefined, bought: string | undefined) => string | undefined;

export async function planTitles(locale: Locale): Promise<PlanTitles> {
  const snapshot = await optionalRead(readCatalogue(locale, { waitMs: EXTRA_WAIT_MS }));
  return (productId, bought) => {
    const title = productId === undefined ? undefined : snapshot?.byId.get(productId)?.title;
    return title === undefined || title === MISSING ? bought : title;
  };
}
