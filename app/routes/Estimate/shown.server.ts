import type { useLoaderData } from "@remix-run/react";
import type { Ratio, RatioSense } from "~server/purchase/estimate";
import { closedOf } from "~server/purchase/rules";
import { termsOf } from "~server/purchase/terms";
import type { Product } from "~server/upstream/catalogue";

/** What is supposed of an estimate. */
interface Supposed extends RatioSense {
  /** Terabytes, a decimal. */
  quantity: string;
  ratio: Ratio;
}

/** What the page shows of a product and of what was asked about it, with the terms that follow. */
export function shownOf(product: Product, supposed: Supposed) {
  const { productId, title, status, statusText, price, paySymbol } = product;
  const { miningCycleDays, serviceRatePercent, incomeType, profitRatioPercent } = product;
  return {
    ...{ productId, title, status, statusText, price, paySymbol, ...supposed },
    ...{ miningCycleDays, serviceRatePercent, incomeType, profitRatioPercent, ...termsOf(product) },
    closed: closedOf(product),
  };
}

/** The same as components are given it. */
export type Shown = ReturnType<typeof useLoaderData<typeof shownOf>>;
