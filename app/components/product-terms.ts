import { useText } from "~/i18n/text";
import type { Product } from "~server/upstream/catalogue";

/** The terms of a power product as lines of `<Facts>`: cycle, rate of service, settlement (behaviour 3.5). */
export function useTerms(product: Partial<Pick<Product, "miningCycleDays" | "serviceRatePercent" | "incomeType">>) {
  const t = useText();
  const { miningCycleDays: days, serviceRatePercent: rate, incomeType } = product;
  return [
    [t("Product.cycle"), days && t("common.days", { value: days })],
    [t("Product.serviceRate"), rate && t("common.percent", { value: rate })],
    [t("Product.settlement"), incomeType && t("Product.settlementValue", { value: incomeType })],
  ] as const;
}
