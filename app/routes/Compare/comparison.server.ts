import type { useLoaderData } from "@remix-run/react";
import { formatTime } from "~/i18n/formats";
import type { CoinNames } from "~server/catalogue/names";
import { compareLines, isForSale, isSoldOut } from "~server/catalogue/compare";
import type { Snapshot } from "~server/catalogue/snapshot";
import type { Locale } from "~server/i18n/locale";

export function comparisonOf(snapshot: Snapshot, ids: readonly string[], locale: Locale, coinName: CoinNames) {
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
    /** True if a value is marked as lowest although a sold-out plan may be lower. */
    soldOutAside: there.some(isSoldOut) && lines.some(({ lowest }) => lowest.length),
  };
}

export type Comparison = ReturnType<typeof useLoaderData<typeof comparisonOf>>;
