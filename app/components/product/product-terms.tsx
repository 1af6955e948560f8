import { useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { formatCharge, formatDecimal } from "~/i18n/formats";
import { useText } from "~/i18n/text";
import type { RootData } from "~/root-data.server";
import type { PowerCard } from "~server/catalogue/products";
import type { Terms } from "~server/purchase/terms";
import type { Product } from "~server/upstream/catalogue";

interface DescribedTerms extends Partial<Pick<Product, "miningCycleDays" | "serviceRatePercent" | "incomeType">> {
  /** The month in which a cycle ends that begins today, for people. */
  endMonth?: string | undefined;
}

/** A figure, and its meaning below it. */
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
export function useTerms(
  { miningCycleDays: days, serviceRatePercent: rate, incomeType, endMonth }: DescribedTerms,
  /** The base of the fee in a word or two, for a card. */
  isBrief = false,
) {
  const t = useText();
  const until = endMonth && t("Product.until", { month: endMonth });
  const meaning = useRatioSense()?.ratioMeaning;
  const fee = meaning && t(isBrief ? `Product.cardFee_${meaning}` : `Product.fee_${meaning}`);
  return [
    [t("Product.cycle"), noted(days && t("common.days", { value: days }), until)],
    [t("Product.serviceRate"), noted(rate && t("common.percent", { value: rate }), fee)],
    [
      t("Product.settlement"),
      noted(incomeType && t("Product.settlementValue", { value: incomeType }), credited(incomeType, t)),
    ],
  ] as const;
}

/** When an output is credited, for the n of "T+n". */
function credited(incomeType: string | undefined, t: ReturnType<typeof useText>): string | undefined {
  if (!incomeType || !/^\d{1,3}$/.test(incomeType)) return undefined;
  const key = incomeType === "0" ? "SameDay" : incomeType === "1" ? "NextDay" : "Later";
  return t(`Product.credited${key}`, { days: incomeType });
}

/** The operator's note about the expected ratio, on every page (behaviour 2.28). */
export const useRatioSense = () => useRouteLoaderData<RootData>("root");

/** What the expected ratio refers to, where the operator has configured it (behaviour 2.28). */
export function useRatioPeriod(): string {
  const t = useText();
  const period = useRatioSense()?.ratioPeriod;
  return t(period ? `Product.per_${period}` : "Product.noPeriod");
}

/** The cost for a day, a comparison that nobody pays; undefined where it is not known. */
export function useCostPerDay({ costPerDay, coin }: Terms & Pick<PowerCard, "coin">): string | undefined {
  const t = useText();
  return costPerDay && t("Product.costPerDay", { amount: formatDecimal(costPerDay), symbol: coin ?? "" });
}

/** The price of one T with its symbol, and the cost for a day; an unknown value is shown as missing. */
export function Price({ product }: { product: Terms & Pick<PowerCard, "price" | "coin"> }) {
  const t = useText();
  const missing = t("common.missing");
  const perDay = useCostPerDay(product);
  return (
    <span>
      <span className="small soft">{t("Product.price")}</span>{" "}
      <span className="figure" translate="no">
        {product.price ? formatCharge(product.price) : missing}
      </span>
      {"\u00a0"}
      <span className="unit" translate="no">
        {product.coin ?? missing}
      </span>{" "}
      {perDay ? <span className="small soft beneath">{perDay}</span> : null}
    </span>
  );
}

/** The expected ratio, always called an estimate, with its period (behaviour 2.28). */
export function Ratio({ percent, children }: { percent: string | undefined; children?: ReactNode }) {
  const t = useText();
  const period = useRatioPeriod();
  if (!percent) return null;
  return (
    <span>
      <span className="small soft">{t("Product.ratio")}</span>{" "}
      <span className="figure">{t("common.percent", { value: percent })}</span> {children}{" "}
      <span className="small soft beneath">{t("Product.ratioNote", { period })}</span>
    </span>
  );
}
