import { formatTime } from "~/i18n/formats";
import type { CoinNames } from "~server/catalogue/names";
import { compareLines, isForSale, isSoldOut, type ComparedLine } from "~server/catalogue/compare";
import type { Snapshot } from "~server/catalogue/snapshot";
import type { Locale } from "~server/i18n/locale";

/** A plan as the head of its column. */
export interface ComparedPlan {
  productId: string;
  title: string;
  price?: string | undefined;
  /** The name of the coin that pays. */
  coin?: string | undefined;
  /** True if it can be bought now. */
  isForSale: boolean;
}

/** The displayed facts of the chosen plans. */
export interface Comparison {
  plans: ComparedPlan[];
  lines: ComparedLine[];
  /** Ids that the snapshot does not contain. */
  lost: string[];
  isWhole: boolean;
  /** Formatted. */
  asOf: string;
  /** True if they are paid in different coins. */
  hasSeveralCoins: boolean;
  /** True if something is marked as lowest although a sold-out plan may be lower. */
  soldOutAside: boolean;
}

/** Compares the plans of a choice that the snapshot has. */
export function comparisonOf(
  snapshot: Snapshot,
  ids: readonly string[],
  locale: Locale,
  coinName: CoinNames,
): Comparison {
  const there = ids.flatMap((productId) => snapshot.byId.get(productId) ?? []);
  const lines = compareLines(there);
  return {
    plans: there.map((plan) => ({
      productId: plan.productId,
      title: plan.title,
      price: plan.price,
      coin: coinName(plan.paySymbol),
      isForSale: isForSale(plan),
    })),
    lines,
    lost: ids.filter((productId) => !snapshot.byId.has(productId)),
    isWhole: snapshot.isWhole,
    asOf: formatTime(snapshot.asOfMs, locale),
    hasSeveralCoins: new Set(there.flatMap(({ paySymbol }) => paySymbol ?? [])).size > 1,
    soldOutAside: there.some(isSoldOut) && lines.some(({ lowest }) => lowest.length),
  };
}
