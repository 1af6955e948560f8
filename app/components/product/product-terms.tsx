import { useRouteLoaderData } from "@remix-run/react";
import { Fragment, type ReactNode } from "react";
import { formatDecimal } from "~/i18n/formats";
import { useText } from "~/i18n/text";
import type { RootData } from "~/root-data.server";
import type { PowerCard } from "~server/catalogue/products";
import type { Terms } from "~server/purchase/terms";
import type { Product } from "~server/upstream/catalogue";

interface DescribedTerms extends Partial<Pick<Product, "miningCycleDays" | "serviceRatePercent" | "incomeType">> {
  /** The day on which a cycle that begins today ends, formatted. */
  ends?: string | undefined;
}

/** A figure with its meaning below it. */
export function noted(value: ReactNode, note: string | undefined): ReactNode {
  if (!value || !note) return value;
  return (
    <>
      {value} <span className="facts-note">{note}</span>
    </>
  );
}

/**
 * The terms of a power product as lines of `<DescriptionList>`: cycle, service fee, settlement. The base of the fee is
 * shown only where the operator has configured it (behaviour 2.28).
 */
export function useTerms({ miningCycleDays: days, serviceRatePercent: rate, incomeType, ends }: DescribedTerms) {
  const t = useText();
  const until = ends && t("Product.until", { day: ends });
  const meaning = useRatioSense()?.ratioMeaning;
  const fee = meaning && t(`Product.fee_${meaning}`);
  return [
    [t("Product.cycle"), noted(days && t("common.days", { value: days }), until)],
    [t("Product.serviceRate"), noted(rate && t("common.percent", { value: rate }), fee)],
    [t("Product.settlement"), settlementText(incomeType, t)],
  ] as const;
}

/** Terms in a line. Each is a separate element, so that lines break between them. */
export function TermLine({ terms }: { terms: readonly (string | undefined)[] }) {
  return terms.filter(Boolean).map((term, index) => (
    <Fragment key={term}>
      {index ? <span>{"\u00a0· "}</span> : null}
      <span>{term}</span>
    </Fragment>
  ));
}

/** When output is credited, in words and as "T+n". */
export function settlementText(incomeType: string | undefined, t: ReturnType<typeof useText>): string | undefined {
  if (!incomeType) return undefined;
  if (!/^\d{1,3}$/.test(incomeType)) return t("Product.settlementValue", { value: incomeType });
  const key = incomeType === "0" ? "SameDay" : incomeType === "1" ? "NextDay" : "Later";
  return t(`Product.credited${key}`, { days: incomeType });
}

/** The service fee in a sentence of terms, with its base. */
export function useFeeText(percent: string | undefined): string | undefined {
  const t = useText();
  const meaning = useRatioSense()?.ratioMeaning;
  const fee = percent && t("common.percent", { value: percent });
  return fee && t(meaning ? `Product.cardFee_${meaning}` : "Product.cardFee", { fee });
}

/** The operator's note about the expected ratio, on every page. */
export const useRatioSense = () => useRouteLoaderData<RootData>("root");

/** The period of the expected ratio, if the operator has configured it. */
export function useRatioPeriod(): string {
  const t = useText();
  const period = useRatioSense()?.ratioPeriod;
  return t(period ? `Product.per_${period}` : "Product.noPeriod");
}

/** The cost per day, for comparison only; undefined if unknown. */
export function useCostPerDay({ costPerDay, coin }: Terms & Pick<PowerCard, "coin">): string | undefined {
  const t = useText();
  return costPerDay && t("Product.costPerDay", { amount: formatDecimal(costPerDay), symbol: coin ?? "" });
}
