import { Fragment, type ReactNode } from "react";
import { formatDecimal } from "~/i18n/formats";
import { NoTranslate, useText } from "~/i18n/text";
import type { PowerCard } from "~server/catalogue/products";
import type { Terms } from "~server/purchase/terms";
import type { Product } from "~server/upstream/catalogue";

interface DescribedTerms extends Partial<Pick<Product, "miningCycleDays" | "serviceRatePercent" | "incomeType">> {
  ends?: string | undefined;
}

export function noted(value: ReactNode, note: string | undefined): ReactNode {
  if (!value || !note) return value;
  return (
    <>
      {value}{" "}
      <span className="facts-note block soft small">
        <NoTranslate>{note}</NoTranslate>
      </span>
    </>
  );
}

export function useTerms({ miningCycleDays: days, serviceRatePercent: rate, incomeType, ends }: DescribedTerms) {
  const t = useText();
  const until = ends && t("Product.until", { day: ends });
  return [
    [t("Product.cycle"), noted(days && t("common.days", { value: days }), until)],
    [t("Product.serviceRate"), noted(rate && t("common.percent", { value: rate }), t("Product.fee"))],
    [t("Product.settlement"), settlementText(incomeType, t)],
  ] as const;
}

/** Shows terms in one line if they fit. With `amounts` page translators leave figures as they are. */
export function TermLine({ terms, amounts }: { terms: readonly (string | undefined)[]; amounts?: boolean }) {
  return (
    <span className="terms block">
      {terms.filter(Boolean).map((term, index) => (
        <Fragment key={term}>
          <span>
            {index ? <span>{"· "}</span> : null}
            {amounts && term ? <NoTranslate>{term}</NoTranslate> : <span>{term}</span>}
          </span>{" "}
        </Fragment>
      ))}
    </span>
  );
}

export function settlementText(incomeType: string | undefined, t: ReturnType<typeof useText>): string | undefined {
  if (!incomeType) return undefined;
  if (!/^\d{1,3}$/.test(incomeType)) return t("Product.settlementValue", { value: incomeType });
  const key = incomeType === "0" ? "SameDay" : incomeType === "1" ? "NextDay" : "Later";
  return t(`Product.credited${key}`, { days: incomeType });
}

export function feeText(percent: string | undefined, t: ReturnType<typeof useText>): string | undefined {
  return percent && t("Product.cardFee", { fee: t("common.percent", { value: percent }) });
}

export function useCostPerDay({ costPerDay, coin }: Terms & Pick<PowerCard, "coin">): string | undefined {
  const t = useText();
  return costPerDay && t("Product.costPerDay", { amount: formatDecimal(costPerDay), symbol: coin ?? "" });
}
