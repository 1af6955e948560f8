import type { useLoaderData } from "@remix-run/react";
import { formatTime } from "~/i18n/formats";
import { marketPath, type MarketQuery, type ReadQuery } from "~server/catalogue/market-query";
import { coinNames, type CoinNames } from "~server/catalogue/names";
import { choicesOf, searchPlans } from "~server/catalogue/search";
import { cachedCatalogue, readCatalogue, type Snapshot } from "~server/catalogue/snapshot";
import { POWER_PAGE_SIZE } from "~server/specification";
import { KEYWORD_MAX_LENGTH, parsePage } from "~server/loader/pagination";
import type { Locale } from "~server/i18n/locale";
import {
  cardOf,
  firstShown,
  readProductPages,
  type PowerCard,
  type ProductPages,
  type WantedPages,
} from "~server/catalogue/products";
import { optionalRead } from "~server/loader/reads";
import { termsOf } from "~server/purchase/terms";
import { UpstreamUnavailable } from "~server/upstream/client";

export type Market = ReturnType<typeof useLoaderData<typeof readMarket>>;

export async function readMarket(locale: Locale, { wanted, ignored, isCut }: ReadQuery) {
  const [snapshot, coinName] = await Promise.all([optionalRead(readCatalogue(locale)), coinNames(locale)]);
  const found = snapshot && (await foundIn(snapshot, wanted, locale, coinName));
  return {
    wanted,
    ignored,
    found,
    lastPage: found && wanted.page > found.pages ? found.pages : undefined,
    cutAt: isCut ? KEYWORD_MAX_LENGTH : undefined,
    path: marketPath(wanted, found?.page),
  };
}

/**
 * Reads pages of the usual list, or of the snapshot while the upstream is unavailable.
 *
 * @throws UpstreamRejected; UpstreamUnavailable if the snapshot does not have the page either
 */
export async function readPowerPages(locale: Locale, page: string | null): Promise<WantedPages<PowerCard>> {
  const [coinName, pages] = await Promise.all([coinNames(locale), readPlanPages(locale, page)]);
  if (!pages.list) return pages;
  return { list: { ...pages.list, products: pages.list.products.map((plan) => cardOf(plan, coinName)) } };
}

async function readPlanPages(locale: Locale, page: string | null): Promise<WantedPages<ShownPlan>> {
  try {
    return await readProductPages<ShownPlan>(locale, "power", page, (product) => product);
  } catch (error) {
    const list = error instanceof UpstreamUnavailable ? pagesFromSnapshot(locale, parsePage(page)) : undefined;
    if (!list) throw error;
    return { list };
  }
}

type ShownPlan = Parameters<typeof cardOf>[0];

function pagesFromSnapshot(locale: Locale, page: number): ProductPages<ShownPlan> | undefined {
  const snapshot = cachedCatalogue(locale);
  const before = (firstShown(page) - 1) * POWER_PAGE_SIZE;
  const end = page * POWER_PAGE_SIZE;
  if (!snapshot || snapshot.plans.length <= end - POWER_PAGE_SIZE) return undefined;
  return {
    products: snapshot.plans.slice(before, end),
    first: firstShown(page),
    before,
    page,
    count: snapshot.count,
    more: end < snapshot.count,
    omittedCount: 0,
    asOfMs: snapshot.asOfMs,
  };
}

async function foundIn(snapshot: Snapshot, wanted: MarketQuery, locale: Locale, coinName: CoinNames) {
  const { plans, ...found } = await searchPlans(snapshot, wanted);
  const choices = choicesOf(snapshot, wanted);
  return {
    ...found,
    cards: plans.map((plan) => ({ ...cardOf(plan, coinName), costPerDay: termsOf(plan).costPerDay })),
    choices: { ...choices, coin: choices.coin.map((symbol) => ({ symbol, name: coinName(symbol) })) },
    asOf: formatTime(snapshot.asOfMs, locale),
    omittedCount: snapshot.omittedCount,
    notWhole: snapshot.isWhole ? undefined : { count: snapshot.count, shown: snapshot.plans.length },
  };
}
