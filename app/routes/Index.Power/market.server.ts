import { marketPath, type MarketQuery, type MarketQueryName, type ReadQuery } from "~server/catalogue/market-query";
import { choicesOf, searchPlans, type Choices, type FoundPlans } from "~server/catalogue/search";
import { readCatalogue, type Snapshot } from "~server/catalogue/snapshot";
import { KEYWORD_MAX_LENGTH } from "~server/constants";
import type { Locale } from "~server/locale";
import { cardOf, type PowerCard } from "~server/products";

/** A search of the market, and what there is to say of it. */
export interface Market {
  wanted: MarketQuery;
  /** Names of what cannot be read in it. */
  ignored: MarketQueryName[];
  /** Characters that were searched for, where there were more. */
  cutAt?: number | undefined;
  /** Its own address. */
  path: string;
  /** Undefined where there is no snapshot to search in. */
  found?: Found | undefined;
}

/** One page of what was found, what the filters offer, and what it was found in. */
interface Found extends Omit<FoundPlans, "plans"> {
  cards: PowerCard[];
  choices: Choices;
  asOfMs: number;
  leftOut: number;
  /** As many as the platform counts, and as are there. */
  notWhole?: { count: number; shown: number } | undefined;
}

/** What the market answers to a search, from the snapshot alone (behaviour 2.90, 2.91, 2.92). */
export async function readMarket(locale: Locale, { wanted, ignored, isCut }: ReadQuery): Promise<Market> {
  const snapshot = await readCatalogue(locale);
  const found = snapshot && foundIn(snapshot, wanted);
  return {
    ...{ wanted, ignored, found },
    cutAt: isCut ? KEYWORD_MAX_LENGTH : undefined,
    path: marketPath(wanted, found?.page),
  };
}

function foundIn(snapshot: Snapshot, wanted: MarketQuery): Found {
  const { plans, ...found } = searchPlans(snapshot, wanted);
  return {
    ...found,
    cards: plans.map(cardOf),
    choices: choicesOf(snapshot, wanted),
    asOfMs: snapshot.asOfMs,
    leftOut: snapshot.leftOut,
    notWhole: snapshot.isWhole ? undefined : { count: snapshot.count, shown: snapshot.plans.length },
  };
}
