import type { useLoaderData } from "@remix-run/react";
import type { Ratio } from "~server/purchase/estimate";
import { termsOf } from "~server/purchase/terms";
import type { Product } from "~server/upstream/catalogue";

/** What is supposed of an estimate. */
interface Supposed {
  /** Terabytes, a decimal. */
  quantity: string;
  ratio: Ratio;
  /** What the expected ratio is for; undefined where the operator does not say. */
  period: "cycle" | "year" | undefined;
}

/** What the page shows of a product and of what was asked about it, with the terms that follow. */
export function shownOf(product: Product, supposed: Supposed) {
  const { productId, title, status, statusText, price, paySymbol } = product;
  const { miningCycleDays, serviceRatePercent, incomeType, profitRatioPercent } = product;
  return {
    ...{ productId, title, status, statusText, price, paySymbol, ...supposed },
    ...{ miningCycleDays, serviceRatePercent, incomeType, profitRatioPercent, ...termsOf(product) },
  };
}

/** The same as components are given it. */
export type Shown = ReturnType<typeof useLoaderData<typeof shownOf>>;
