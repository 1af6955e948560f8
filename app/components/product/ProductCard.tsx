import type { ReactNode } from "react";
import type { PowerCard } from "~server/catalogue/products";
import { formatCharge } from "~/i18n/formats";
import { NoTranslate, useText } from "~/i18n/text";
import { feeText, settlementText, TermLine, useCostPerDay } from "./product-terms";
import { ProductLink } from "./ProductLink";
import "~/styles/share-bar.css";

export function ProductCard({
  product,
  id,
  eager,
  heading,
  dailyPercent,
  children,
}: {
  product: PowerCard;
  id?: string;
  eager?: boolean;
  heading?: "h2" | "h3" | undefined;
  /** The length of the bar below the cost per day, which compares it with other products in the same coin. */
  dailyPercent?: number | undefined;
  children?: ReactNode;
}) {
  const t = useText();
  const missing = t("common.missing");
  const perDay = useCostPerDay(product);
  const isOpen = !product.closed && product.status === "onsale";
  const { profitRatioPercent: ratio, miningCycleDays: days } = product;
  const period = ratio && t("Product.cardRatio", { period: t("Product.period") });
  const fee = feeText(product.serviceRatePercent, t);
  const settlement = settlementText(product.incomeType, t);
  return (
    <ProductLink
      screen="PowerProductDetail"
      product={product}
      id={id}
      actions={children}
      eager={eager}
      heading={heading}
    >
      <span className="headline row between wrap">
        <Figure name={t("Product.price")} unit={product.coin ?? missing}>
          {product.price ? formatCharge(product.price) : missing}
        </Figure>{" "}
        {ratio ? (
          <Figure name={t("Product.ratio")} unit={t("Product.ratioMark")}>
            {t("common.percent", { value: ratio })}
          </Figure>
        ) : null}{" "}
        <span className="pill target bold">{t(isOpen ? "Product.buy" : "Product.view")}</span>
      </span>{" "}
      {dailyPercent === undefined ? null : (
        <span className="small soft">
          <NoTranslate>{perDay ?? ""}</NoTranslate>
          <svg className="share-bar block" width="100%" height="8" aria-hidden="true">
            <rect width={`${dailyPercent}%`} height="100%" rx="4" />
          </svg>
        </span>
      )}{" "}
      {days ? (
        <span className="deal-line between small soft">
          <span>{t(isOpen ? "Product.today" : "Product.start")}</span> {period ? <span>{period}</span> : null}{" "}
          <span>{t("Product.later", { days: t("common.days", { value: days }) })}</span>
        </span>
      ) : null}{" "}
      <span className="card-terms block small soft">
        <TermLine terms={[fee, settlement, days ? undefined : period]} />
      </span>
    </ProductLink>
  );
}

function Figure({ name, unit, children }: { name: string; unit: string; children: string }) {
  return (
    <span>
      <span className="small soft">{name}</span>{" "}
      <span className="figure" translate="no">
        {children}
      </span>
      {"\u00a0"}
      <span className="unit" translate="no">
        {unit}
      </span>
    </span>
  );
}
