import type { useLoaderData } from "@remix-run/react";
import { formatDay } from "~/i18n/formats";
import type { CoinNames } from "~server/catalogue/names";
import type { Locale } from "~server/i18n/locale";
import type { RatioSense } from "~server/env";
import type { Ratio } from "~server/purchase/estimate";
import { displayedFields } from "~server/catalogue/products";
import { termsOf } from "~server/purchase/terms";
import type { Product } from "~server/upstream/catalogue";

interface Supposed extends RatioSense {
  quantity: string;
  ratio: Ratio;
}

export function shownOf(product: Product, supposed: Supposed, locale: Locale, coinName: CoinNames) {
  const { costPerDay, endMs } = termsOf(product);
  return {
    ...displayedFields(product, coinName),
    ...supposed,
    costPerDay,
    ends: endMs === undefined ? undefined : formatDay(endMs, locale),
  };
}

export type Shown = ReturnType<typeof useLoaderData<typeof shownOf>>;
