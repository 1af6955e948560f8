import type { useLoaderData } from "@remix-run/react";
import { formatMonth } from "~/i18n/formats";
import type { CoinNames } from "~server/catalogue/names";
import type { Locale } from "~server/i18n/locale";
import type { Ratio, RatioSense } from "~server/purchase/estimate";
import { closedOf } from "~server/purchase/rules";
import { termsOf } from "~server/purchase/terms";
import type { Product } from "~server/upstream/catalogue";

/** The assumptions of an estimate. */
interface Supposed extends RatioSense {
  /** Terabytes, a decimal. */
  quantity: string;
  ratio: Ratio;
}

/** The product, the inputs and the terms that follow from them, for the page. */
export function shownOf(product: Product, supposed: Supposed, locale: Locale, coinName: CoinNames) {
  const { costPerDay, endMonth } = termsOf(product);
  const { productId, title, status, statusText, price, paySymbol } = product;
  const { miningCycleDays, serviceRatePercent, incomeType, profitRatioPercent } = product;
  return {
    productId,
    title,
    status,
    statusText,
    price,
    coin: coinName(paySymbol),
    ...supposed,
    miningCycleDays,
    serviceRatePercent,
    incomeType,
    profitRatioPercent,
    costPerDay,
    endMonth: endMonth && formatMonth(endMonth, locale),
    closed: closedOf(product),
  };
}

/** The same as components are given it. */
export type Shown = ReturnType<typeof useLoaderData<typeof shownOf>>;
